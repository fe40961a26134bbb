import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FormProvider, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { useFolderDenied } from '@/entities/label/use-labels-by-id';
import { useLinkName } from '@/entities/link/link-name';
import { useCreateQrCode } from '@/entities/qr-code/qr-code-mutations';
import { QrPicture } from '@/entities/qr-code/qr-picture';
import { STATIC_KINDS } from '@/entities/qr-code/static-content';
import { PermissionButton } from '@/entities/workspace/ui/permission-controls';
import { useEntryZone } from '@/entities/workspace/use-workspace-zone';
import { FormSummary } from '@/shared/forms/form-summary';
import { useAppForm } from '@/shared/forms/use-app-form';
import { BlinkEye } from '@/shared/ui/blink-eye';
import { buttonClass } from '@/shared/ui/button';
import { Dialog, DialogClose } from '@/shared/ui/dialog';
import { Field, Input } from '@/shared/ui/field';
import { toast } from '@/shared/ui/toast';
import { DEFAULT_LOOK } from '@/widgets/qr-style/look.schema';
import { ContentFields } from './content/content-fields';
import { LinkField } from './content/link-field';
import { EMPTY_CONTENT, STATIC_FIELDS, staticForm, textOfForm, toStatic } from './content/static-form';
import { useLinkChoice } from './content/use-link-choice';
import { useDrawnCode } from './studio/use-drawn-code';

interface Props {
  /** The link that is selected initially. */
  linkId?: string;
  onClose: () => void;
}

const schema = z.object({
  name: z.string().check(z.maxLength(100, { error: 'Enter at most 100 characters.' })),
  staticContent: staticForm,
});

/**
 * Creates a QR code with the default design, for an existing link, a URL that is shortened first, or a static content.
 * The studio designs it.
 */
export function CreateQrDialog({ linkId, onClose }: Props) {
  const zone = useEntryZone();
  const create = useCreateQrCode();
  const nameOf = useLinkName();
  const choice = useLinkChoice(linkId);
  const { link } = choice;
  const denied = useFolderDenied(link?.folderId ?? null);
  const look = choice.look ?? DEFAULT_LOOK;
  const form = useAppForm({
    schema,
    defaultValues: { name: '', staticContent: EMPTY_CONTENT },
    fields: ['name', ...STATIC_FIELDS],
    onSubmit: async ({ name, staticContent: content }) => {
      const staticContent = toStatic(content, zone);
      if (!staticContent && !link) return;
      const code = await create.mutateAsync({
        ...(staticContent ? { staticContent, look: DEFAULT_LOOK } : { linkId: link?.id, look }),
        name: name.trim() || null,
      });
      toast({ title: 'QR code created', text: code.link ? `Opens ${nameOf(code.link)}` : code.label });
      onClose();
    },
  });
  const content = useWatch({ control: form.control, name: 'staticContent' });

  return (
    <Dialog open bare form={form} place="side" title="Create a QR Code" onClose={onClose}>
      <FormProvider {...form.methods}>
        <form className="qr-dialog" noValidate onSubmit={form.submit}>
          <div className="qr-form">
            <ContentFields linkField={<LinkField choice={choice} />} />
            <Field
              label="Name"
              error={form.errorOf('name')}
              hint="For example, where you print it. Visitors don’t see it."
            >
              {(control) => (
                <Input {...control} autoFocus={linkId !== undefined} autoComplete="off" {...form.register('name')} />
              )}
            </Field>
            {content.type !== 'link' && (
              <StaticSample text={textOfForm(content, zone)} name={STATIC_KINDS[content.type]} />
            )}
            {content.type === 'link' && !link && <NoSample>Select a link to see a preview.</NoSample>}
            {content.type === 'link' && link && (
              <div className="qr-sample">
                <QrPicture linkId={link.id} link={{ domain: link.domain, alias: link.alias }} look={look} />
                <p className="ui-small ui-muted">You can change the design at any time.</p>
                <Link to="/dashboard/qr-codes/new" search={{ linkId: link.id }} className={buttonClass({ size: 'sm' })}>
                  Design in studio
                </Link>
              </div>
            )}
            <FormSummary messages={form.summary} />
          </div>
          <footer>
            <DialogClose disabled={form.isPending}>Cancel</DialogClose>
            <PermissionButton
              permission="links:write"
              denied={content.type === 'link' ? denied : undefined}
              type="submit"
              tone="primary"
              busy={form.isPending}
              disabled={content.type === 'link' && !link}
            >
              Create QR code
            </PermissionButton>
          </footer>
        </form>
      </FormProvider>
    </Dialog>
  );
}

/** The code of a static content, drawn in the browser. */
function StaticSample({ text, name }: { text: string; name: string }) {
  const { code } = useDrawnCode(text, DEFAULT_LOOK);
  if (!text) return <NoSample>Fill in the content to see a preview.</NoSample>;
  return (
    <div className="qr-sample">
      {code ? (
        <img className="qr-picture" src={code.src} alt={`QR code of ${name}`} />
      ) : (
        <span className="qr-picture ui-skeleton" aria-hidden="true" />
      )}
      <p className="ui-small ui-muted">You can change the design at any time, but not printed copies.</p>
    </div>
  );
}

function NoSample({ children }: { children: ReactNode }) {
  return (
    <div className="qr-empty">
      <BlinkEye size={40} />
      <p className="ui-small">{children}</p>
    </div>
  );
}

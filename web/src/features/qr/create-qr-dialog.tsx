import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import * as z from 'zod/mini';
import { allDomains } from '@/entities/domain/domain.queries';
import { linkDetail } from '@/entities/link/link.queries';
import type { LinkBase } from '@/entities/link/link.types';
import { useCreateQrCode } from '@/entities/qr-code/qr-code-mutations';
import { QrPicture } from '@/entities/qr-code/qr-picture';
import { FormSummary } from '@/shared/forms/form-summary';
import { useAppForm } from '@/shared/forms/use-app-form';
import { BlinkEye } from '@/shared/ui/blink-eye';
import { Button, buttonClass } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { Field, Input } from '@/shared/ui/field';
import { PanelError } from '@/shared/ui/panel-error';
import { Skeleton } from '@/shared/ui/skeleton';
import { toast } from '@/shared/ui/toast';
import { LinkPicker } from '@/widgets/link-picker/link-picker';
import { SelectedLink } from '@/widgets/link-picker/selected-link';
import { DEFAULT_LOOK } from '@/widgets/qr-style/look.schema';

interface Props {
  /** The link that is selected initially. */
  linkId?: string;
  onClose: () => void;
}

const schema = z.object({ name: z.string().check(z.maxLength(100, { error: 'Enter at most 100 characters.' })) });

/**
 * Creates a QR code with the default design, for an existing link or for a URL that is shortened first. The studio
 * designs it.
 */
export function CreateQrDialog({ linkId, onClose }: Props) {
  const initial = useQuery({ ...linkDetail(linkId ?? ''), enabled: linkId !== undefined });
  const [chosen, setChosen] = useState<LinkBase | 'another' | null>(null);
  const create = useCreateQrCode();
  const link = chosen === 'another' ? null : (chosen ?? initial.data ?? null);
  const { data: domains } = useQuery({ ...allDomains(), enabled: link !== null });
  const look = domains?.find(({ host }) => host === link?.domain)?.qrLook ?? DEFAULT_LOOK;
  const isLoading = chosen === null && linkId !== undefined && initial.isPending;
  const form = useAppForm({
    schema,
    defaultValues: { name: '' },
    guard: true,
    onSubmit: async ({ name }) => {
      if (!link) return;
      await create.mutateAsync({ linkId: link.id, name: name.trim() || null, look });
      toast({ title: 'QR code created', text: `Opens /${link.alias}` });
      onClose();
    },
  });

  return (
    <Dialog open bare place="side" title="Create a QR Code" onClose={() => !form.isPending && onClose()}>
      <form className="qr-dialog" noValidate onSubmit={form.submit}>
        <div className="qr-form">
          <div className="ui-field">
            <span className="ui-label">Link</span>
            {isLoading && <Skeleton height={56} />}
            {chosen === null && initial.isError && (
              <PanelError error={initial.error} onRetry={() => initial.refetch()} />
            )}
            {link && (
              <SelectedLink link={link}>
                <Button size="sm" onClick={() => setChosen('another')}>
                  Change
                </Button>
              </SelectedLink>
            )}
            {!link && !isLoading && <LinkPicker onPick={setChosen} />}
          </div>
          <Field
            label="Name"
            error={form.errorOf('name')}
            hint="For example, where you print it. Visitors don’t see it."
          >
            {(control) => (
              <Input {...control} autoFocus={linkId !== undefined} autoComplete="off" {...form.register('name')} />
            )}
          </Field>
          {link ? (
            <div className="qr-sample">
              <QrPicture linkId={link.id} alias={link.alias} look={look} />
              <p className="ui-small ui-muted">You can change the design at any time.</p>
              <Link to="/dashboard/qr-codes/new" search={{ linkId: link.id }} className={buttonClass({ size: 'sm' })}>
                Design in studio
              </Link>
            </div>
          ) : (
            <div className="qr-empty">
              <BlinkEye size={40} />
              <p className="ui-small">Select a link to see a preview.</p>
            </div>
          )}
          <FormSummary messages={form.summary} />
        </div>
        <footer>
          <Button onClick={onClose} disabled={form.isPending}>
            Cancel
          </Button>
          <Button type="submit" tone="primary" busy={form.isPending} disabled={!link}>
            Create QR code
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

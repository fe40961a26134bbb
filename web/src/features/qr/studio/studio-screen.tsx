import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useLinkName } from '@/entities/link/link-name';
import { qrCodeDetail, qrKeys } from '@/entities/qr-code/qr-code.queries';
import type { QrCode } from '@/entities/qr-code/qr-code.types';
import { useCreateQrCode, useUpdateQrCode } from '@/entities/qr-code/qr-code-mutations';
import { ResourceError } from '@/entities/workspace/ui/resource-error';
import { useEntryZone } from '@/entities/workspace/use-workspace-zone';
import { buttonClass } from '@/shared/ui/button';
import { Skeleton } from '@/shared/ui/skeleton';
import { toast } from '@/shared/ui/toast';
import { SelectedLink } from '@/widgets/link-picker/selected-link';
import { ContentFields } from '../content/content-fields';
import { LinkField } from '../content/link-field';
import { toStatic } from '../content/static-form';
import { useLinkChoice } from '../content/use-link-choice';
import { newForm, type QrForm, toForm, toUpdate } from './qr-form.schema';
import { Studio } from './studio';

/** The studio of a saved code. */
export function EditStudio({ codeId }: { codeId: string }) {
  const detail = useQuery(qrCodeDetail(codeId));
  if (detail.data) return <SavedCode key={codeId} code={detail.data} />;
  if (detail.isError) {
    return (
      <ResourceError
        kind="qrCode"
        id={codeId}
        error={detail.error}
        onRetry={detail.refetch}
        action={
          <Link to="/dashboard/qr-codes" className={buttonClass()}>
            All QR codes
          </Link>
        }
      />
    );
  }
  return (
    <div aria-busy="true">
      <span className="ui-sr-only" role="status">
        Loading QR code
      </span>
      <Skeleton width="30%" height={36} />
      <Skeleton className="mt-6" height={320} />
    </div>
  );
}

function SavedCode({ code }: { code: QrCode }) {
  const update = useUpdateQrCode();
  const zone = useEntryZone();
  async function save(form: QrForm) {
    const saved = await update.mutateAsync({ id: code.id, change: toUpdate(form, zone) });
    toast({ title: 'QR code saved', text: 'Printed copies keep their style and keep working.' });
    return toForm(saved, zone);
  }
  return (
    <Studio
      code={code}
      link={code.link}
      linkContent={code.link ? code.content : ''}
      initialValues={toForm(code, zone)}
      action="Save changes"
      onSave={save}
      contentField={code.link ? <SavedLink code={code} link={code.link} /> : <ContentFields />}
    />
  );
}

/** The link of a saved code, which cannot be replaced. */
function SavedLink({ code, link }: { code: QrCode; link: NonNullable<QrCode['link']> }) {
  return (
    <div className="ui-field">
      <span className="ui-label">Link</span>
      <SelectedLink link={link} />
      <p className="ui-hint">To change the destination, edit the link. Printed copies keep working.</p>
      {!code.ownScans && (
        <p className="ui-hint">
          Saving redraws this code and counts its scans separately. Printed copies keep working; their scans count for
          the link.
        </p>
      )}
    </div>
  );
}

/** The length of the id in the address of a saved code. A new code is as large as it will be once it is saved. */
const CODE_DIGITS = 13;

/** The studio of a code that is created with the first save. `linkId` is selected initially. */
export function NewStudio({ linkId }: { linkId?: string | undefined }) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const create = useCreateQrCode();
  const zone = useEntryZone();
  const nameOf = useLinkName();
  const choice = useLinkChoice(linkId);
  const { link } = choice;

  async function save(form: QrForm) {
    const staticContent = toStatic(form.staticContent, zone);
    if (!staticContent && !link) return null;
    const content = staticContent ? { staticContent } : { linkId: link?.id };
    const code = await create.mutateAsync({ ...content, name: form.name.trim() || null, look: form.look });
    toast({ title: 'QR code created', text: code.link ? `Opens ${nameOf(code.link)}` : code.label });
    queries.setQueryData(qrKeys.detail(code.id), code);
    void navigate({ to: '/dashboard/qr-codes/$codeId', params: { codeId: code.id }, replace: true });
    return null;
  }

  return (
    <Studio
      code={null}
      link={link}
      linkContent={link ? `${link.shortUrl}?qr=${'0'.repeat(CODE_DIGITS)}` : ''}
      initialValues={newForm(choice.look)}
      action="Create QR code"
      onSave={save}
      contentField={<ContentFields linkField={<LinkField choice={choice} />} />}
    />
  );
}

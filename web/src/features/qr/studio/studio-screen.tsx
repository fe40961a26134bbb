import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { allDomains } from '@/entities/domain/domain.queries';
import { linkDetail } from '@/entities/link/link.queries';
import type { LinkBase } from '@/entities/link/link.types';
import { qrCodeDetail, qrKeys } from '@/entities/qr-code/qr-code.queries';
import type { QrCode } from '@/entities/qr-code/qr-code.types';
import { useCreateQrCode, useUpdateQrCode } from '@/entities/qr-code/qr-code-mutations';
import { Button, buttonClass } from '@/shared/ui/button';
import { PanelError } from '@/shared/ui/panel-error';
import { ResourceError } from '@/shared/ui/resource-error';
import { Skeleton } from '@/shared/ui/skeleton';
import { toast } from '@/shared/ui/toast';
import { LinkPicker } from '@/widgets/link-picker/link-picker';
import { SelectedLink } from '@/widgets/link-picker/selected-link';
import { newForm, type QrForm, toForm, toUpdate } from './qr-form.schema';
import { Studio } from './studio';

/** The studio of a saved code. */
export function EditStudio({ codeId }: { codeId: string }) {
  const detail = useQuery(qrCodeDetail(codeId));
  if (detail.data) return <SavedCode key={codeId} code={detail.data} />;
  if (detail.isError) {
    return (
      <ResourceError
        name="QR code"
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
  async function save(form: QrForm) {
    const saved = await update.mutateAsync({ id: code.id, change: toUpdate(form) });
    toast({ title: 'QR code saved', text: 'Printed copies keep their style and keep working.' });
    return toForm(saved);
  }
  return (
    <Studio
      code={code}
      link={code.link}
      content={code.content}
      initialValues={toForm(code)}
      action="Save changes"
      onSave={save}
      linkField={
        code.link ? (
          <div className="ui-field">
            <span className="ui-label">Link</span>
            <SelectedLink link={code.link} />
            <p className="ui-hint">To change the destination, edit the link. Printed copies keep working.</p>
            {!code.ownScans && (
              <p className="ui-hint">
                Saving redraws this code and counts its scans separately. Printed copies keep working; their scans count
                for the link.
              </p>
            )}
          </div>
        ) : (
          <p className="ui-hint">
            {`${code.label}. A static code cannot be changed after printing, and its scans are not counted.`}
          </p>
        )
      }
    />
  );
}

/** The studio of a code that is created with the first save. `linkId` is selected initially. */
export function NewStudio({ linkId }: { linkId?: string | undefined }) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const initial = useQuery({ ...linkDetail(linkId ?? ''), enabled: linkId !== undefined });
  const [chosen, setChosen] = useState<LinkBase | 'another' | null>(null);
  const create = useCreateQrCode();
  const link = chosen === 'another' ? null : (chosen ?? initial.data ?? null);
  const { data: domains } = useQuery({ ...allDomains(), enabled: link !== null });
  const look = domains?.find(({ host }) => host === link?.domain)?.qrLook ?? null;
  const isLoading = chosen === null && linkId !== undefined && initial.isPending;

  async function save({ name, look }: QrForm, leave: () => void) {
    if (!link) return null;
    const code = await create.mutateAsync({ linkId: link.id, name: name.trim() || null, look });
    toast({ title: 'QR code created', text: `Opens /${link.alias}` });
    queries.setQueryData(qrKeys.detail(code.id), code);
    leave();
    void navigate({ to: '/dashboard/qr-codes/$codeId', params: { codeId: code.id }, replace: true });
    return null;
  }

  return (
    <Studio
      code={null}
      link={link}
      content={link ? `${link.shortUrl}?qr=1` : ''}
      initialValues={newForm(look)}
      action="Create QR code"
      onSave={save}
      linkField={
        <div className="ui-field">
          <span className="ui-label">Link</span>
          {isLoading && <Skeleton height={56} />}
          {chosen === null && initial.isError && <PanelError error={initial.error} onRetry={() => initial.refetch()} />}
          {link && (
            <SelectedLink link={link}>
              <Button size="sm" onClick={() => setChosen('another')}>
                Change
              </Button>
            </SelectedLink>
          )}
          {!link && !isLoading && <LinkPicker onPick={setChosen} />}
        </div>
      }
    />
  );
}

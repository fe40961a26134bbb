import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { allDomains } from '@/entities/domain/domain.queries';
import { linkDetail } from '@/entities/link/link.queries';
import type { LinkBase } from '@/entities/link/link.types';
import { useCreateQrCode } from '@/entities/qr-code/qr-code-mutations';
import { Button } from '@/shared/ui/button';
import { PanelError } from '@/shared/ui/panel-error';
import { Skeleton } from '@/shared/ui/skeleton';
import { toast } from '@/shared/ui/toast';
import { LinkPicker } from '@/widgets/link-picker/link-picker';
import { SelectedLink } from '@/widgets/link-picker/selected-link';
import { QrDialogBody } from './qr-dialog-body';
import { newForm, type QrForm } from './qr-form.schema';

interface Props {
  /** The link that is selected initially. */
  linkId?: string;
  onClose: () => void;
}

/** Creates a QR code for an existing link, or for a URL that is shortened first. */
export function CreateQrDialog({ linkId, onClose }: Props) {
  const initial = useQuery({ ...linkDetail(linkId ?? ''), enabled: linkId !== undefined });
  const [chosen, setChosen] = useState<LinkBase | 'another' | null>(null);
  const create = useCreateQrCode();
  const link = chosen === 'another' ? null : (chosen ?? initial.data ?? null);
  const { data: domains } = useQuery({ ...allDomains(), enabled: link !== null });
  const look = domains?.find(({ host }) => host === link?.domain)?.qrLook ?? null;
  const isLoading = chosen === null && linkId !== undefined && initial.isPending;

  async function submit({ name, look }: QrForm) {
    if (!link) return;
    await create.mutateAsync({ linkId: link.id, name: name.trim() || null, look });
    toast({ title: 'QR code created', text: `Opens /${link.alias}` });
    onClose();
  }

  return (
    <QrDialogBody
      title="Create a QR Code"
      action="Create QR code"
      nameFirst={linkId !== undefined}
      initialValues={newForm(look)}
      link={link && { linkId: link.id, alias: link.alias }}
      content={link ? `${link.shortUrl}?qr=1` : ''}
      onClose={onClose}
      onSubmit={submit}
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

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { linkDetail } from '@/entities/link/link.queries';
import type { LinkBase } from '@/entities/link/link.types';
import { useCreateQrCode } from '@/entities/qr-code/qr-code-mutations';
import { Button } from '@/shared/ui/button';
import { PanelError } from '@/shared/ui/panel-error';
import { Skeleton } from '@/shared/ui/skeleton';
import { toast } from '@/shared/ui/toast';
import { LinkPicker } from './link-picker';
import { QrDialogBody } from './qr-dialog-body';
import { formOf, type QrForm } from './qr-form.schema';
import { PickedLink } from './selected-link';

interface Props {
  /** The link that somebody came from. */
  linkId?: string;
  onClose: () => void;
}

/** Makes a code for a link that is chosen here, or for an address that is shortened first. */
export function CreateQrDialog({ linkId, onClose }: Props) {
  const given = useQuery({ ...linkDetail(linkId ?? ''), enabled: linkId !== undefined });
  const [chosen, setChosen] = useState<LinkBase | 'another' | null>(null);
  const create = useCreateQrCode();
  const link = chosen === 'another' ? null : (chosen ?? given.data ?? null);
  const waiting = chosen === null && linkId !== undefined && given.isPending;

  async function submit({ name, look }: QrForm) {
    if (!link) return;
    await create.mutateAsync({ linkId: link.id, name: name.trim() || null, look });
    toast({ title: 'QR code made', text: `It opens /${link.alias}` });
    onClose();
  }

  return (
    <QrDialogBody
      title="Create a QR Code"
      action="Create QR code"
      nameFirst={linkId !== undefined}
      start={formOf()}
      link={link}
      onClose={onClose}
      onSubmit={submit}
      linkField={
        <div className="ui-field">
          <span className="ui-label">Leads to</span>
          {waiting && <Skeleton height={56} />}
          {chosen === null && given.isError && <PanelError error={given.error} onRetry={() => given.refetch()} />}
          {link && (
            <PickedLink link={link}>
              <Button size="sm" onClick={() => setChosen('another')}>
                Change
              </Button>
            </PickedLink>
          )}
          {!link && !waiting && <LinkPicker onPick={setChosen} />}
        </div>
      }
    />
  );
}

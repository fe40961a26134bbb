import { useQuery } from '@tanstack/react-query';
import { linkDetail } from '@/entities/link/link.queries';
import { useEntryZone } from '@/entities/workspace/use-workspace-zone';
import { currentWorkspace } from '@/entities/workspace/workspace.queries';
import { t } from '@/shared/i18n/t';
import { Dialog } from '@/shared/ui/dialog';
import { PanelError } from '@/shared/ui/panel-error';
import { Skeleton } from '@/shared/ui/skeleton';
import { CreateLinkDialog } from './create-link-dialog';
import { toDuplicateForm } from './link-form.schema';

/** Creates a link with the settings of another one, except its alias and password. */
export function DuplicateLinkDialog({ linkId, onClose }: { linkId: string; onClose: () => void }) {
  const detail = useQuery(linkDetail(linkId));
  const { isPending } = useQuery(currentWorkspace());
  const zone = useEntryZone();
  if (detail.data && !isPending)
    return <CreateLinkDialog copy={toDuplicateForm(detail.data, zone)} onClose={onClose} />;
  return (
    <Dialog open place="side" width={740} onClose={onClose} title={t('Duplicate link')}>
      {detail.isError ? (
        <PanelError error={detail.error} onRetry={() => detail.refetch()} />
      ) : (
        <Skeleton height={240} />
      )}
    </Dialog>
  );
}

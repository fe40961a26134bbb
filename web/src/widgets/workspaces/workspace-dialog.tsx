import { t } from '@/shared/i18n/t';
import { Dialog } from '@/shared/ui/dialog';
import { WorkspaceChoice } from './workspace-choice';

/** Opens another workspace, creates one, or restores a deleted one. */
export function WorkspaceDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={t('Workspaces')} width={520}>
      <WorkspaceChoice />
    </Dialog>
  );
}

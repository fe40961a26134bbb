import { useMutation, useQuery } from '@tanstack/react-query';
import { pageRevisions } from '@/entities/bio-page/bio-page.queries';
import { revertBioPage } from '@/entities/bio-page/bio-page-mutations';
import { messageOf } from '@/shared/api/errors';
import { formatDateTime } from '@/shared/lib/format';
import { Badge } from '@/shared/ui/badge';
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { PanelError } from '@/shared/ui/panel-error';
import { Skeleton } from '@/shared/ui/skeleton';
import { toast } from '@/shared/ui/toast';
import { useEditorActions, useEditorState } from '../editor-context';

/** The stored versions of the page, each of which can become the draft again. */
export function HistoryDialog({ onClose }: { onClose: () => void }) {
  const { page } = useEditorState();
  const { adopt, apply } = useEditorActions();
  const { data: revisions, error, refetch } = useQuery(pageRevisions(page.id));
  const revert = useMutation({
    mutationFn: (revision: number) => apply(() => revertBioPage(page.id, revision)),
    onSuccess: (reverted, revision) => {
      adopt(reverted);
      toast({ title: `Version ${revision} restored`, text: 'It is the draft now. Publish it to make it public.' });
      onClose();
    },
    onError: (failure) => toast({ title: 'Couldn’t restore the version', text: messageOf(failure), tone: 'bad' }),
  });
  return (
    <Dialog open onClose={onClose} title="Version history" place="side" width={420}>
      {error && <PanelError error={error} onRetry={refetch} />}
      {!revisions && !error && <Skeleton height={160} />}
      {revisions && (
        <ol className="bio-versions" aria-label="Versions">
          {revisions.map(({ revision, createdAt, draft, published }) => (
            <li key={revision}>
              <span>
                <b>Version {revision}</b>
                <small className="ui-muted">{formatDateTime(createdAt)}</small>
              </span>
              {published && <Badge tone="ok">Published</Badge>}
              {draft ? (
                <Badge>Draft</Badge>
              ) : (
                <Button
                  size="sm"
                  aria-label={`Restore version ${revision}`}
                  busy={revert.isPending && revert.variables === revision}
                  onClick={() => revert.mutate(revision)}
                >
                  Restore
                </Button>
              )}
            </li>
          ))}
        </ol>
      )}
    </Dialog>
  );
}

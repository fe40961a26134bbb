import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { bioPageDetail } from '@/entities/bio-page/bio-page.queries';
import { formatDateTime } from '@/shared/lib/format';
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { PanelError } from '@/shared/ui/panel-error';
import { Skeleton } from '@/shared/ui/skeleton';
import { useDraft, useEditorActions, useEditorState } from '../editor-context';
import { pageDifferences } from '../model/page-diff';
import { DifferenceList } from './difference-list';

/** Offers the choice between the user's draft and a version that was saved elsewhere meanwhile. */
export function ConflictDialog() {
  const { page } = useEditorState();
  const draft = useDraft();
  const { adopt, overwrite } = useEditorActions();
  const [open, setOpen] = useState(true);
  const { data, error, refetch, isFetchedAfterMount } = useQuery({
    ...bioPageDetail(page.id),
    refetchOnMount: 'always',
  });
  const theirs = isFetchedAfterMount ? data : undefined;
  if (!open) {
    return (
      <Button size="sm" tone="danger" onClick={() => setOpen(true)}>
        Resolve conflict
      </Button>
    );
  }
  return (
    <Dialog
      open
      onClose={() => setOpen(false)}
      title="This page was changed elsewhere"
      description="Another tab or a member of your workspace saved a newer version. Your changes are not saved yet."
      footer={
        theirs && (
          <>
            <Button tone="danger" onClick={() => adopt(theirs)}>
              Reload and discard my changes
            </Button>
            <Button tone="primary" onClick={() => void overwrite(theirs)}>
              Keep mine
            </Button>
          </>
        )
      }
    >
      {theirs ? (
        <>
          <h3 className="ui-label">Your version compared with theirs, saved {formatDateTime(theirs.updatedAt)}</h3>
          <DifferenceList label="Differences" differences={pageDifferences(theirs, draft)} />
        </>
      ) : error ? (
        <PanelError error={error} onRetry={refetch} />
      ) : (
        <Skeleton height={120} />
      )}
    </Dialog>
  );
}

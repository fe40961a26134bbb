import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { pageAtRevision } from '@/entities/bio-page/bio-page.queries';
import type { BioPage } from '@/entities/bio-page/bio-page.types';
import { publishBioPage } from '@/entities/bio-page/bio-page-mutations';
import { formatDateTime, plural } from '@/shared/lib/format';
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { PanelError } from '@/shared/ui/panel-error';
import { Skeleton } from '@/shared/ui/skeleton';
import { useDraft, useEditorActions, useEditorState } from '../editor-context';
import { pageDifferences } from '../model/page-diff';
import { refusalOf } from '../model/problems';
import { DifferenceList } from './difference-list';
import { IncompleteList } from './incomplete-list';
import { PublishedDialog } from './published-dialog';

interface Props {
  /** Opens the form of a block. The focus moves there. */
  onBlock: (id: string) => void;
  onClose: () => void;
  focusAfter: () => void;
}

/** Publishes the draft after showing what differs from the public page, and then offers the address of the page. */
export function PublishDialog({ onBlock, onClose, focusAfter }: Props) {
  const { page, problems, save } = useEditorState();
  const { apply, flush } = useEditorActions();
  const publish = useMutation({ mutationFn: () => apply((revision) => publishBioPage(page.id, revision)) });
  // Only the server decides what is incomplete, of the draft that it has.
  useEffect(() => void flush(), [flush]);

  if (publish.isSuccess) return <PublishedDialog page={publish.data} onClose={onClose} focusAfter={focusAfter} />;
  const incomplete = problems.length > 0;
  return (
    <Dialog
      open
      onClose={onClose}
      focusAfter={focusAfter}
      title={page.publishedRevision === null ? 'Publish page' : 'Publish changes'}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            tone="primary"
            busy={publish.isPending}
            disabled={incomplete && save.kind === 'saved'}
            onClick={() => publish.mutate()}
          >
            Publish
          </Button>
        </>
      }
    >
      {page.publishedRevision === null ? (
        <p>
          The page becomes public at <span className="ui-mono">{page.url.replace(/^https?:\/\//, '')}</span>.
        </p>
      ) : (
        <Changes page={page} revision={page.publishedRevision} />
      )}
      {incomplete && <IncompleteList onBlock={onBlock} />}
      {publish.error && (
        <p className="ui-notice ui-bad mt-4" role="alert">
          {refusalOf(page.blocks, publish.error)}
        </p>
      )}
    </Dialog>
  );
}

interface ChangesProps {
  page: BioPage;
  /** The published revision. */
  revision: number;
}

/** What publishing changes on the public page. */
function Changes({ page, revision }: ChangesProps) {
  const draft = useDraft();
  const published = useQuery(pageAtRevision(page.id, revision));
  if (published.error) return <PanelError error={published.error} onRetry={published.refetch} />;
  if (!published.data) return <Skeleton height={96} />;
  const differences = pageDifferences(published.data, draft);
  if (differences.length === 0) return <p>The draft is the same as the public page.</p>;
  return (
    <>
      <p className="ui-muted mb-2">
        {plural(differences.length, 'change')}
        {page.publishedAt && ` since ${formatDateTime(page.publishedAt)}`}
      </p>
      <DifferenceList label="Changes" differences={differences} />
    </>
  );
}

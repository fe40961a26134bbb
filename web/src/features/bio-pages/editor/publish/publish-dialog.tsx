import { useMutation, useQuery } from '@tanstack/react-query';
import { pageAtRevision } from '@/entities/bio-page/bio-page.queries';
import type { BioPage, PageDraft } from '@/entities/bio-page/bio-page.types';
import { publishBioPage } from '@/entities/bio-page/bio-page-mutations';
import { ApiError, messageOf } from '@/shared/api/errors';
import { formatDateTime, plural } from '@/shared/lib/format';
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { PanelError } from '@/shared/ui/panel-error';
import { Skeleton } from '@/shared/ui/skeleton';
import { toast } from '@/shared/ui/toast';
import { useEditorActions, useEditorState } from '../editor-context';
import { pageDifferences } from '../model/page-diff';
import { DifferenceList } from './difference-list';

/** Publishes the draft after showing what differs from the public page. */
export function PublishDialog({ onClose }: { onClose: () => void }) {
  const { page, saveable, problems } = useEditorState();
  const { flush, store } = useEditorActions();
  const publish = useMutation({
    mutationFn: async () => {
      const revision = await flush();
      if (revision === null) throw new Error('The latest changes aren’t saved yet. Try again in a moment.');
      return publishBioPage(page.id, revision);
    },
    onSuccess: (published) => {
      store(published);
      toast({
        title: 'Page published',
        text: published.url,
        action: { label: 'Open', run: () => void window.open(published.url, '_blank', 'noopener') },
      });
      onClose();
    },
  });
  const incomplete = problems.size;
  return (
    <Dialog
      open
      onClose={onClose}
      title={page.publishedRevision === null ? 'Publish page' : 'Publish changes'}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" busy={publish.isPending} onClick={() => publish.mutate()}>
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
        <Changes page={page} draft={saveable} revision={page.publishedRevision} />
      )}
      {incomplete > 0 && (
        <p className="ui-notice ui-accent mt-4">
          {plural(incomplete, 'incomplete block')} will not be on the page until{' '}
          {incomplete === 1 ? 'it is' : 'they are'} complete.
        </p>
      )}
      {publish.error && (
        <p className="ui-notice ui-bad mt-4" role="alert">
          {publish.error instanceof ApiError ? messageOf(publish.error) : publish.error.message}
        </p>
      )}
    </Dialog>
  );
}

interface ChangesProps {
  page: BioPage;
  draft: PageDraft;
  /** The published revision. */
  revision: number;
}

/** What publishing changes on the public page. */
function Changes({ page, draft, revision }: ChangesProps) {
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

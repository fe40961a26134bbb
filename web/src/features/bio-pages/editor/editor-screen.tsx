import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { bioPageDetail } from '@/entities/bio-page/bio-page.queries';
import { ResourceError } from '@/entities/workspace/ui/resource-error';
import { buttonClass } from '@/shared/ui/button';
import { Skeleton } from '@/shared/ui/skeleton';
import { Editor } from './editor';
import { EditorProvider } from './editor-provider';
import type { EditorTab } from './editor-tabs';
import './editor.css';

interface Props {
  pageId: string;
  tab: EditorTab;
  onTab: (tab: EditorTab) => void;
}

/** The editor of one page. */
export function EditorScreen({ pageId, tab, onTab }: Props) {
  // The editor owns the draft: a page that is refetched behind it would be a second source.
  const query = useQuery({ ...bioPageDetail(pageId), refetchOnWindowFocus: false, refetchOnReconnect: false });
  if (query.error && !query.data) {
    return (
      <ResourceError
        kind="bioPage"
        id={pageId}
        error={query.error}
        onRetry={query.refetch}
        action={
          <Link to="/dashboard/bio-pages" className={buttonClass()}>
            All bio pages
          </Link>
        }
      />
    );
  }
  if (!query.data || (query.isFetching && !query.isFetchedAfterMount)) return <EditorSkeleton />;
  return (
    <EditorProvider page={query.data}>
      <Editor tab={tab} onTab={onTab} />
    </EditorProvider>
  );
}

function EditorSkeleton() {
  return (
    <div aria-busy="true">
      <span className="ui-sr-only" role="status">
        Loading page
      </span>
      <Skeleton width="30%" height={36} />
      <Skeleton height={64} className="mt-6" />
      <Skeleton height={64} className="mt-2" />
      <Skeleton height={64} className="mt-2" />
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useDenied } from '@/entities/workspace/use-can';
import { currentWorkspace } from '@/entities/workspace/workspace.queries';
import { EmptyState } from '@/shared/ui/empty-state';
import { Skeleton } from '@/shared/ui/skeleton';
import { Responses } from './responses';
import './responses.css';

/** What visitors sent with the forms of a page. Viewers do not see it. */
export function ResponsesTab({ pageId }: { pageId: string }) {
  const denied = useDenied('links:write');
  const { isSuccess: known } = useQuery(currentWorkspace());
  if (denied) {
    return (
      <div className="ui-panel">
        <EmptyState title="Only owners, admins and editors see responses">
          They contain email addresses of visitors. Ask an owner or admin.
        </EmptyState>
      </div>
    );
  }
  return known ? <Responses pageId={pageId} /> : <Skeleton height={280} />;
}

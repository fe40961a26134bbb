import { Link as RouteLink } from '@tanstack/react-router';
import { ApiError } from '@/shared/api/errors';
import { buttonClass } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { PageTitle } from '@/shared/ui/page-title';
import { PanelError } from '@/shared/ui/panel-error';

/** Shown when a domain does not exist or fails to load. */
export function DomainError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const gone = error instanceof ApiError && (error.status === 404 || error.status === 410);
  return (
    <>
      <PageTitle title={gone ? 'Domain not found' : 'Domain'} />
      <div className="ui-panel mt-6">
        {gone ? (
          <EmptyState
            action={
              <RouteLink to="/dashboard/domains" className={buttonClass()}>
                All domains
              </RouteLink>
            }
          >
            This domain was deleted, or it belongs to another workspace.
          </EmptyState>
        ) : (
          <PanelError error={error} onRetry={onRetry} />
        )}
      </div>
    </>
  );
}

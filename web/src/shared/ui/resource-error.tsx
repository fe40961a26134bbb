import type { ReactNode } from 'react';
import { ApiError } from '@/shared/api/errors';
import { EmptyState } from './empty-state';
import { PageTitle } from './page-title';
import { PanelError } from './panel-error';

interface Props {
  /** "Link", "Domain". */
  name: string;
  error: Error;
  onRetry: () => void;
  /** Shown when it does not exist: a link to the list. */
  action: ReactNode;
}

/** The screen of a resource that does not exist or fails to load. */
export function ResourceError({ name, error, onRetry, action }: Props) {
  const gone = error instanceof ApiError && (error.status === 404 || error.status === 410);
  return (
    <>
      <PageTitle title={gone ? `${name} not found` : name} />
      <div className="ui-panel mt-6">
        {gone ? (
          <EmptyState
            action={action}
          >{`This ${name.toLowerCase()} was deleted, or it belongs to another workspace.`}</EmptyState>
        ) : (
          <PanelError error={error} onRetry={onRetry} />
        )}
      </div>
    </>
  );
}

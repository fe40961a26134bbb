import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ApiError } from '@/shared/api/errors';
import { dashboardAddress } from '@/shared/lib/workspace-address';
import { buttonClass } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { PageTitle } from '@/shared/ui/page-title';
import { PanelError } from '@/shared/ui/panel-error';
import { workspacesHolding } from '../workspace-lists.queries';

interface Props {
  /** "Link", "Domain". */
  name: string;
  id: string;
  error: Error;
  onRetry: () => void;
  /** Shown when it does not exist: a link to the list. */
  action: ReactNode;
}

/**
 * The screen of a resource that does not exist or fails to load. One in another workspace of the user, such as that of a
 * colleague's link, can be opened there.
 */
export function ResourceError({ name, id, error, onRetry, action }: Props) {
  const missing = error instanceof ApiError && error.status === 404;
  const deleted = error instanceof ApiError && error.status === 410;
  const elsewhere = useQuery({ ...workspacesHolding(id), enabled: missing }).data?.[0];
  const { href } = useLocation();
  const noun = name.toLowerCase();
  return (
    <>
      <PageTitle title={missing || deleted ? `${name} not found` : name} />
      <div className="ui-panel mt-6">
        {elsewhere ? (
          <EmptyState
            action={
              <a href={dashboardAddress(elsewhere.id, href)} className={buttonClass({ tone: 'primary' })}>
                Open in {elsewhere.name}
              </a>
            }
          >{`This ${noun} is in another workspace of yours, ${elsewhere.name}.`}</EmptyState>
        ) : missing || deleted ? (
          <EmptyState action={action}>
            {missing
              ? `This ${noun} was deleted, or it is in a workspace that you are not a member of.`
              : `This ${noun} was deleted.`}
          </EmptyState>
        ) : (
          <PanelError error={error} onRetry={onRetry} />
        )}
      </div>
    </>
  );
}

import { Link as RouteLink } from '@tanstack/react-router';
import { ResourceError } from '@/entities/workspace/ui/resource-error';
import { buttonClass } from '@/shared/ui/button';

/** Shown when a domain does not exist or fails to load. */
export function DomainError({ id, error, onRetry }: { id: string; error: Error; onRetry: () => void }) {
  const action = (
    <RouteLink to="/dashboard/domains" className={buttonClass()}>
      All domains
    </RouteLink>
  );
  return <ResourceError kind="domain" id={id} error={error} onRetry={onRetry} action={action} />;
}

import { Link as RouteLink } from '@tanstack/react-router';
import { buttonClass } from '@/shared/ui/button';
import { ResourceError } from '@/shared/ui/resource-error';

/** Shown when a domain does not exist or fails to load. */
export function DomainError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const action = (
    <RouteLink to="/dashboard/domains" className={buttonClass()}>
      All domains
    </RouteLink>
  );
  return <ResourceError name="Domain" error={error} onRetry={onRetry} action={action} />;
}

import { PermissionButton } from '@/entities/workspace/ui/permission-controls';
import { BlinkEye } from '@/shared/ui/blink-eye';
import { Skeleton } from '@/shared/ui/skeleton';

/** Shown below the default domain in a workspace without other domains. */
export function NoCustomDomains({ onAdd }: { onAdd: () => void }) {
  return (
    <div className="ui-panel mt-6">
      <div className="ui-empty">
        <BlinkEye size={72} />
        <h2>No custom domains yet</h2>
        <p>Serve links from a domain that people know, such as go.example.com. Setup takes two DNS records.</p>
        <PermissionButton permission="domains:manage" tone="primary" onClick={onAdd}>
          Add your first domain
        </PermissionButton>
      </div>
    </div>
  );
}

/** Placeholder rows of the final size, shown while the list loads. */
export function DomainsSkeleton() {
  return (
    <div className="ui-panel mt-6" aria-busy="true">
      <span className="ui-sr-only" role="status">
        Loading domains
      </span>
      {['a', 'b', 'c'].map((key) => (
        <div key={key} className="ui-row first:border-t-0">
          <Skeleton width="32%" height={20} />
          <Skeleton width={84} height={20} />
          <Skeleton width="20%" className="ml-auto" />
        </div>
      ))}
    </div>
  );
}

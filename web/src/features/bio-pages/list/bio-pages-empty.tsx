import { PermissionButton } from '@/entities/workspace/ui/permission-controls';
import { BlinkEye } from '@/shared/ui/blink-eye';
import { Skeleton } from '@/shared/ui/skeleton';

/** Shown in a workspace without bio pages. */
export function NoBioPages({ onCreate }: { onCreate: () => void }) {
  return (
    <div className="ui-panel mt-6">
      <div className="ui-empty">
        <BlinkEye size={72} />
        <h2>No bio pages yet</h2>
        <p>A bio page shows your links, profiles and texts at one address, such as the link in a social profile.</p>
        <PermissionButton permission="links:write" tone="primary" onClick={onCreate}>
          Create your first page
        </PermissionButton>
      </div>
    </div>
  );
}

/** Placeholder cards of the final size, shown while the list loads. */
export function BioPagesSkeleton() {
  return (
    <div className="bio-list" aria-busy="true">
      <span className="ui-sr-only" role="status">
        Loading bio pages
      </span>
      {['a', 'b', 'c'].map((key) => (
        <div key={key} className="bio-page-card">
          <Skeleton className="bio-thumb" height="auto" />
          <div className="bio-page-facts">
            <Skeleton width="70%" height={24} />
            <Skeleton width="50%" height={20} />
            <Skeleton width="30%" height={20} />
          </div>
        </div>
      ))}
    </div>
  );
}

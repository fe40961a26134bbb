import { PermissionButton } from '@/entities/workspace/ui/permission-controls';
import { BlinkEye } from '@/shared/ui/blink-eye';
import { Button } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { Skeleton } from '@/shared/ui/skeleton';

/** Shown in a workspace without QR codes. */
export function NoQrCodes({ onCreate }: { onCreate: () => void }) {
  return (
    <div className="ui-panel">
      <div className="ui-empty">
        <BlinkEye size={72} />
        <h2>No QR codes yet</h2>
        <p>Print a QR code on a poster, menu or package. You can change its destination later and track its scans.</p>
        <PermissionButton permission="links:write" tone="primary" onClick={onCreate}>
          Create QR code
        </PermissionButton>
      </div>
    </div>
  );
}

/** Shown when no code matches the search. */
export function NoMatchingQrCodes({ onClear }: { onClear: () => void }) {
  return (
    <div className="ui-panel">
      <EmptyState title="No matching QR codes" action={<Button onClick={onClear}>Clear search</Button>}>
        No QR codes match your search.
      </EmptyState>
    </div>
  );
}

/** Placeholder cards of the final size, shown while the list loads. */
export function QrSkeleton() {
  return (
    <div className="ui-panel qr-list" aria-busy="true">
      <span className="ui-sr-only" role="status">
        Loading QR codes
      </span>
      {['a', 'b', 'c', 'd'].map((key) => (
        <div key={key} className="qr-card">
          <Skeleton className="qr-picture" height="auto" />
          <div className="qr-facts">
            <Skeleton width="70%" height={20} />
            <Skeleton width="40%" height={20} />
            <Skeleton width="30%" height={28} />
          </div>
        </div>
      ))}
    </div>
  );
}

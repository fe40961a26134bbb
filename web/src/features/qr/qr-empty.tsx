import { BlinkEye } from '@/shared/ui/blink-eye';
import { Button } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { Skeleton } from '@/shared/ui/skeleton';

/** No code was ever made: what codes are for, and the way to the first one. */
export function NoCodesYet({ onCreate }: { onCreate: () => void }) {
  return (
    <div className="ui-panel">
      <div className="ui-empty">
        <BlinkEye size={72} />
        <h2>A link that can be printed</h2>
        <p>
          Put one on a poster, a menu or a box. Where it leads can be changed after it is printed; scans are counted.
        </p>
        <Button tone="primary" onClick={onCreate}>
          Create the first one
        </Button>
      </div>
    </div>
  );
}

/** There are codes, but none that the search finds. */
export function NoCodeFound({ onClear }: { onClear: () => void }) {
  return (
    <div className="ui-panel">
      <EmptyState title="No matching QR codes" action={<Button onClick={onClear}>Clear search</Button>}>
        No QR code’s name, alias, destination or link title matches your search.
      </EmptyState>
    </div>
  );
}

/** Cards in their final size, before the first answer. */
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

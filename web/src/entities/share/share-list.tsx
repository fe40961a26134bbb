import { useQuery } from '@tanstack/react-query';
import { messageOf } from '@/shared/api/errors';
import { useNow } from '@/shared/hooks/use-now';
import { formatDate } from '@/shared/lib/format';
import { Button } from '@/shared/ui/button';
import { Icon } from '@/shared/ui/icon';
import { PanelError } from '@/shared/ui/panel-error';
import { Skeleton } from '@/shared/ui/skeleton';
import { toast } from '@/shared/ui/toast';
import { type Share, type ShareSubject, shares, useShareChanges } from './share.queries';
import { isOver } from './share-expiry';

/** The pages that are shared now, each with its end. */
export function ShareList({ subject }: { subject: ShareSubject }) {
  const list = useQuery(shares());
  const whole = subject.scope === 'workspace';
  const mine = list.data?.filter((share) => whole || share.subjectId === subject.subjectId);
  if (list.isError) return <PanelError error={list.error} onRetry={() => list.refetch()} />;
  if (!mine) return <Skeleton height={48} />;
  if (mine.length === 0) return <p className="muted">Nothing is shared yet.</p>;
  return (
    <ul className="share-list">
      {mine.map((share) => (
        <ShareRow key={share.id} share={share} />
      ))}
    </ul>
  );
}

function ShareRow({ share }: { share: Share }) {
  const now = useNow(60_000);
  const { revoke } = useShareChanges();
  const what = share.label ?? 'Something that was deleted';

  async function stop() {
    try {
      await revoke.mutateAsync(share.id);
      toast({ title: 'No longer shared', text: `${what} is closed to whoever had the address.` });
    } catch (error) {
      toast({ title: 'It is still shared', text: messageOf(error), tone: 'bad' });
    }
  }

  return (
    <li>
      <span className="cut">
        <b>{what}</b>
        <small className="muted">
          {share.hasPassword && (
            <>
              <Icon name="lock" /> with a password ·{' '}
            </>
          )}
          since {formatDate(share.createdAt)} ·{' '}
          {share.expiresAt === null
            ? 'until stopped'
            : `${isOver(share.expiresAt, now) ? 'ended' : 'until'} ${formatDate(share.expiresAt)}`}
        </small>
      </span>
      <Button size="sm" tone="danger" busy={revoke.isPending} aria-label={`Stop sharing ${what}`} onClick={stop}>
        Stop
      </Button>
    </li>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { shortDestination } from '@/entities/link/destination';
import { type Tombstone, tombstones, useTombstoneMutations } from '@/entities/link/tombstones';
import { messageOf } from '@/shared/api/errors';
import { formatDate } from '@/shared/lib/format';
import { Button } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { PanelError } from '@/shared/ui/panel-error';
import { toast } from '@/shared/ui/toast';
import { LinksSkeleton } from '../list/links-list';
import { FreeAliasDialog } from './free-alias-dialog';

/** What is left of deleted links: their aliases, which answer "gone" until somebody frees them. */
export function DeletedLinks({ search }: { search: string }) {
  const [trail, setTrail] = useState<string[]>([]);
  const [asked, setAsked] = useState(search);
  const [freeing, setFreeing] = useState<{ tomb: Tombstone; alias: string } | null>(null);
  if (asked !== search) {
    setAsked(search);
    setTrail([]);
  }
  const { data, error, refetch } = useQuery(tombstones(search.trim(), trail.at(-1) ?? ''));
  const next = data?.nextCursor;
  if (error) return <PanelError error={error} onRetry={refetch} />;
  if (!data) return <LinksSkeleton rows={3} />;
  if (data.items.length === 0) {
    return (
      <div className="ui-panel">
        <EmptyState>
          {search ? 'No deleted link matches.' : 'No deleted link holds an alias. Deleted links are listed here.'}
        </EmptyState>
      </div>
    );
  }
  return (
    <>
      <ul className="links-list ui-panel" aria-label="Deleted links">
        {data.items.map((tomb) => (
          <Row key={tomb.linkId} tomb={tomb} onFree={(alias) => setFreeing({ tomb, alias })} />
        ))}
      </ul>
      {(next || trail.length > 0) && (
        <nav className="links-pager" aria-label="Pages">
          <Button size="sm" disabled={trail.length === 0} onClick={() => setTrail(trail.slice(0, -1))}>
            Back
          </Button>
          <Button size="sm" disabled={!next} onClick={() => next && setTrail([...trail, next])}>
            Next
          </Button>
        </nav>
      )}
      {freeing && <FreeAliasDialog {...freeing} onClose={() => setFreeing(null)} />}
    </>
  );
}

function Row({ tomb, onFree }: { tomb: Tombstone; onFree: (alias: string) => void }) {
  const { restore } = useTombstoneMutations();

  async function bringBack() {
    try {
      const link = await restore.mutateAsync(tomb.linkId);
      toast({ title: `/${link.alias} restored` });
    } catch (error) {
      toast({ title: 'The link was not restored', text: messageOf(error), tone: 'bad' });
    }
  }

  return (
    <li className="ui-row tomb">
      <div className="links-identity">
        <ul className="links-aliases" aria-label="Aliases">
          {tomb.aliases.map((alias) => (
            <li key={alias}>
              <span className="ui-mono ui-truncate">/{alias}</span>
              <Button size="sm" tone="quiet" aria-label={`Free /${alias}`} onClick={() => onFree(alias)}>
                Free
              </Button>
            </li>
          ))}
        </ul>
        <p className="ui-small ui-muted">
          <span className="ui-truncate">
            {tomb.title ?? shortDestination(tomb.url)}, deleted on {formatDate(tomb.deletedAt)}
          </span>
        </p>
      </div>
      <Button size="sm" busy={restore.isPending} onClick={bringBack} aria-label={`Restore /${tomb.aliases[0]}`}>
        Restore
      </Button>
    </li>
  );
}

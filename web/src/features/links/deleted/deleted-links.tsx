import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { shortDestination } from '@/entities/link/destination';
import { useLinkName } from '@/entities/link/link-name';
import { type Tombstone, tombstones, useTombstoneMutations } from '@/entities/link/tombstones';
import { LinkText } from '@/entities/link/ui/link-chip';
import { PermissionButton } from '@/entities/workspace/ui/permission-controls';
import { messageOf } from '@/shared/api/errors';
import { usePagedList } from '@/shared/hooks/use-paged-list';
import { t } from '@/shared/i18n/t';
import { formatDate } from '@/shared/lib/format';
import { CursorPager } from '@/shared/ui/cursor-pager';
import { EmptyState } from '@/shared/ui/empty-state';
import { PanelError } from '@/shared/ui/panel-error';
import { toast } from '@/shared/ui/toast';
import { LinksSkeleton } from '../list/links-list';
import { ReleaseAliasDialog } from './release-alias-dialog';

/** Deleted links, whose aliases stay reserved until they are released. */
export function DeletedLinks({ search }: { search: string }) {
  const pages = usePagedList(search);
  const [releasing, setReleasing] = useState<{ tomb: Tombstone; alias: string } | null>(null);
  const { data, error, refetch } = useQuery(tombstones(search.trim(), pages.cursor));
  if (error) return <PanelError error={error} onRetry={refetch} />;
  if (!data) return <LinksSkeleton rows={3} />;
  if (data.items.length === 0) {
    return (
      <div className="ui-panel">
        <EmptyState>{search ? t('No matching deleted links.') : t('No deleted links.')}</EmptyState>
      </div>
    );
  }
  return (
    <>
      <ul className="links-list ui-panel" aria-label={t('Deleted links')}>
        {data.items.map((tomb) => (
          <Row key={tomb.linkId} tomb={tomb} onRelease={(alias) => setReleasing({ tomb, alias })} />
        ))}
      </ul>
      <CursorPager pages={pages} nextCursor={data.nextCursor} />
      {releasing && <ReleaseAliasDialog {...releasing} onClose={() => setReleasing(null)} />}
    </>
  );
}

function Row({ tomb, onRelease }: { tomb: Tombstone; onRelease: (alias: string) => void }) {
  const { restore } = useTombstoneMutations();
  const nameOf = useLinkName();
  const { domain } = tomb;

  async function onRestore() {
    try {
      const link = await restore.mutateAsync(tomb.linkId);
      toast({ title: t('{name} restored', { name: nameOf(link) }) });
    } catch (error) {
      toast({ title: t('Couldn’t restore the link'), text: messageOf(error), tone: 'bad' });
    }
  }

  return (
    <li className="ui-row tomb">
      <div className="links-identity">
        <ul className="links-aliases" aria-label={t('Aliases')}>
          {tomb.aliases.map((alias) => (
            <li key={alias}>
              <span className="ui-mono ui-truncate">
                <LinkText link={{ domain, alias }} />
              </span>
              <PermissionButton
                permission="aliases:free"
                size="sm"
                tone="quiet"
                aria-label={t('Release {name}', { name: nameOf({ domain, alias }) })}
                onClick={() => onRelease(alias)}
              >
                {t('Release')}
              </PermissionButton>
            </li>
          ))}
        </ul>
        <p className="ui-small ui-muted">
          <span className="ui-truncate">
            {t('{name}, deleted on {date}', {
              name: tomb.title ?? shortDestination(tomb.url),
              date: formatDate(tomb.deletedAt),
            })}
          </span>
        </p>
      </div>
      <PermissionButton
        permission="links:write"
        size="sm"
        busy={restore.isPending}
        onClick={onRestore}
        aria-label={t('Restore {name}', { name: nameOf({ domain, alias: tomb.aliases[0] ?? '' }) })}
      >
        {t('Restore')}
      </PermissionButton>
    </li>
  );
}

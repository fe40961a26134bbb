import { useQuery } from '@tanstack/react-query';
import { Link as RouteLink } from '@tanstack/react-router';
import { linkCounts } from '@/entities/link/link.queries';
import { Can } from '@/entities/workspace/ui/permission-controls';
import { ModuleBars } from '@/shared/charts/module-bars';
import { t } from '@/shared/i18n/t';
import { Button, buttonClass } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { Kbd } from '@/shared/ui/kbd';
import { LinksSkeleton } from './links-list';
import { FIRST_PAGE, isFiltered, NO_FILTERS } from './links-params';
import type { ChangeSearch, LinksSearch } from './links-search';

const GHOSTS = [
  { alias: 'launch', values: [1, 2, 2, 3, 4, 3, 5, 4, 5, 6, 5, 6] },
  { alias: 'menu', values: [3, 3, 2, 4, 3, 2, 4, 5, 4, 3, 5, 4] },
  { alias: 'say-it-aloud', values: [1, 1, 2, 1, 3, 2, 2, 4, 3, 5, 6, 6] },
];

/** Shown in a workspace without links: an illustration and a call to action. */
function NoLinksYet() {
  return (
    <div className="links-list ui-panel links-never">
      <div aria-hidden="true" className="links-ghosts">
        {GHOSTS.map(({ alias, values }) => (
          <div key={alias} className="ui-row">
            <span className="ui-chip">/{alias}</span>
            <ModuleBars size="sm" rows={6} values={values} className="ml-auto" />
          </div>
        ))}
      </div>
      <div className="ui-empty">
        <h2>{t('No links yet')}</h2>
        <p>{t('Paste a URL anywhere on this page, or press C.')}</p>
        <Can permission="links:write">
          <RouteLink to="/dashboard/links" search={{ new: 'link' }} className={buttonClass({ tone: 'primary' })}>
            {t('Create link')} <Kbd keys="C" />
          </RouteLink>
        </Can>
        <RouteLink to="/dashboard/settings/import" className="ui-more">
          {t('Import from another service')}
        </RouteLink>
      </div>
    </div>
  );
}

/** Shown when no link matches the filters. */
function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <div className="ui-panel">
      <div className="ui-empty">
        <h2>{t('No matching links')}</h2>
        <p>{t('No links match your search or filters.')}</p>
        <Button onClick={onClear}>{t('Clear filters')}</Button>
      </div>
    </div>
  );
}

const EMPTY_VIEW: Record<string, string> = {
  active: t('No active links.'),
  expiring: t('No links end within the next 7 days.'),
  scheduled: t('No scheduled links.'),
  expired: t('No expired links.'),
  archived: t('No archived links. Archived links show a “gone” page until you unarchive them.'),
  blocked: t('No blocked links.'),
};

/** Shown when the current view has no links. */
function EmptyView({ status, onAll }: { status: string | undefined; onAll: () => void }) {
  return (
    <div className="ui-panel">
      <EmptyState action={<Button onClick={onAll}>{status ? t('Show all links') : t('Show archived links')}</Button>}>
        {EMPTY_VIEW[status ?? ''] ?? t('All links are archived.')}
      </EmptyState>
    </div>
  );
}

/** Shown when the page number is beyond the end of the list. */
function EmptyPage({ onFirst }: { onFirst: () => void }) {
  return (
    <div className="ui-panel">
      <EmptyState action={<Button onClick={onFirst}>{t('First page')}</Button>}>{t('This page is empty.')}</EmptyState>
    </div>
  );
}

interface Props {
  search: LinksSearch;
  total: number;
  onChange: ChangeSearch;
}

/** The empty state: page beyond the end, no match, empty view or no links at all. */
export function EmptyList({ search, total, onChange }: Props) {
  const { data: counts } = useQuery(linkCounts());
  if (total > 0) return <EmptyPage onFirst={() => onChange(FIRST_PAGE)} />;
  if (isFiltered(search)) return <NoMatch onClear={() => onChange(NO_FILTERS)} />;
  if (!counts) return <LinksSkeleton rows={3} />;
  if (counts.all + counts.archived === 0) return <NoLinksYet />;
  const otherView = search.status === undefined ? ('archived' as const) : undefined;
  return <EmptyView status={search.status} onAll={() => onChange({ status: otherView, ...FIRST_PAGE })} />;
}

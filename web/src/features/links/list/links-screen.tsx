import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { linkCounts, listLinks } from '@/entities/link/link.queries';
import type { LinkBase, LinkSummary } from '@/entities/link/link.types';
import { PRODUCT } from '@/shared/config/product';
import { useEventCallback } from '@/shared/hooks/use-event-callback';
import { useSelection } from '@/shared/hooks/use-selection';
import { t } from '@/shared/i18n/t';
import { formatTotal } from '@/shared/lib/format';
import { lazyPart } from '@/shared/ui/lazy-part';
import { PanelError } from '@/shared/ui/panel-error';
import type { Skipped } from '../actions/link-actions';
import { FilterPills } from './filter-pills';
import { LinksList, LinksSkeleton } from './links-list';
import { LinksPager } from './links-pager';
import { FIRST_PAGE, filterParams, isFiltered, listParams, NO_FILTERS } from './links-params';
import type { ChangeSearch, LinksSearch } from './links-search';
import { LinksToolbar } from './links-toolbar';
import { LinksViews } from './links-views';
import { useLinksShortcuts } from './use-links-shortcuts';
import './links.css';

// An empty list waits for the counts anyway.
const EmptyList = lazyPart(() => import('./links-empty'), 'EmptyList', <LinksSkeleton rows={3} />);
const LinksBulkBar = lazyPart(() => import('../bulk/bulk-bar'), 'LinksBulkBar');
const DeleteLinksDialog = lazyPart(() => import('../actions/delete-links-dialog'), 'DeleteLinksDialog');
const SkippedDialog = lazyPart(() => import('../actions/skipped-dialog'), 'SkippedDialog');
const DeletedLinks = lazyPart(() => import('../deleted/deleted-links'), 'DeletedLinks', <LinksSkeleton rows={3} />);

const NONE: LinkSummary[] = [];

interface Props {
  search: LinksSearch;
  /** Patches the URL's search. */
  onChange: ChangeSearch;
  /** Links that become the selection. */
  preselected?: readonly LinkBase[];
}

/** "2 links", "10,000+ links found". */
function describeTotal({ total: count, totalIsMinimum }: { total: number; totalIsMinimum?: boolean }, found: boolean) {
  const values = { count, total: formatTotal(count, totalIsMinimum) };
  return found
    ? t('{count, plural, one {{total} link} other {{total} links}} found', values)
    : t('{count, plural, one {{total} link} other {{total} links}}', values);
}

/** The list of links with views, filters, selection and bulk actions. */
export function LinksScreen({ search, onChange, preselected }: Props) {
  const params = listParams(search);
  const deleted = search.status === 'deleted';
  const list = useQuery({ ...listLinks(params), enabled: !deleted });
  const { data: hasArchived = false } = useQuery({ ...linkCounts(), select: ({ archived }) => archived > 0 });
  const links = (!deleted && list.data?.items) || NONE;
  const selection = useSelection<LinkBase>(links, JSON.stringify(filterParams(search)));
  const select = useEventCallback(selection.everything);
  useEffect(() => {
    if (preselected) select(preselected);
  }, [preselected, select]);
  const [pendingDelete, setPendingDelete] = useState<readonly LinkBase[]>(NONE);
  const [skipped, setSkipped] = useState<Skipped>([]);
  // Stable callbacks prevent rerenders of memoized rows.
  const onEdit = useEventCallback((id: string) => onChange({ edit: id }));
  const onToggle = useEventCallback(selection.toggle);
  const onDelete = useEventCallback((link: LinkSummary) => setPendingDelete([link]));
  const onTag = useEventCallback((tag: string) => onChange({ tag: [...new Set([...search.tag, tag])], ...FIRST_PAGE }));
  useLinksShortcuts({ links, selection, onEdit, onClear: () => isFiltered(search) && onChange(NO_FILTERS) });

  return (
    <>
      <title>{t('Links · {product}', { product: PRODUCT })}</title>
      <div className="page-head">
        <h1>{t('Links')}</h1>
        <span className="ui-muted" role="status">
          {!deleted && list.data && describeTotal(list.data, isFiltered(search))}
        </span>
      </div>
      <LinksViews search={search} onChange={onChange} />
      <LinksToolbar search={search} onChange={onChange} searchOnly={deleted} />
      <FilterPills search={search} onChange={onChange} />
      {deleted && <DeletedLinks search={search.q} />}
      {!deleted && list.isPending && <LinksSkeleton />}
      {list.isError && (
        <div className="ui-panel">
          <PanelError error={list.error} onRetry={() => list.refetch()} />
        </div>
      )}
      {!deleted && list.data && links.length === 0 && (
        <EmptyList search={search} total={list.data.total} onChange={onChange} />
      )}
      {list.data && links.length > 0 && (
        <>
          <LinksList
            links={links}
            selection={selection}
            busy={list.isPlaceholderData}
            onToggle={onToggle}
            onEdit={onEdit}
            onDelete={onDelete}
            onTag={onTag}
          />
          <LinksPager
            page={search.page}
            per={search.per}
            shown={links.length}
            total={list.data.total}
            isMinimum={list.data.totalIsMinimum === true}
            more={list.data.nextCursor !== null}
            withoutArchived={search.status === undefined && hasArchived}
            onPage={(page) => onChange({ page })}
            onPer={(per) => onChange({ per, ...FIRST_PAGE })}
          />
        </>
      )}
      {selection.selected.length > 0 && (
        <LinksBulkBar
          selection={selection}
          shown={links.length}
          total={list.data?.total ?? 0}
          isMinimum={list.data?.totalIsMinimum === true}
          params={params}
          onDelete={setPendingDelete}
          onView={setSkipped}
        />
      )}

      {pendingDelete.length > 0 && (
        <DeleteLinksDialog
          links={pendingDelete}
          onClose={() => setPendingDelete(NONE)}
          onDone={selection.none}
          onView={setSkipped}
        />
      )}
      {skipped.length > 0 && <SkippedDialog skipped={skipped} onClose={() => setSkipped([])} />}
    </>
  );
}

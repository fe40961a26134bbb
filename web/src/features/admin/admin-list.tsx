import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useMedia } from '@/shared/hooks/use-media';
import type { PagedList } from '@/shared/hooks/use-paged-list';
import { plural } from '@/shared/lib/format';
import { CursorPager } from '@/shared/ui/cursor-pager';
import { type Column, DataTable } from '@/shared/ui/data-table';
import { EmptyState } from '@/shared/ui/empty-state';
import { PanelError } from '@/shared/ui/panel-error';
import { SearchBox } from '@/shared/ui/search-box';
import { Skeleton } from '@/shared/ui/skeleton';

/** The key of the column with the actions of a row. */
export const MENU = 'menu';

interface Page<Row> {
  items: readonly Row[];
  nextCursor: string | null;
  total: number;
}

interface Props<Row> {
  /** "user"; the plural adds an s. */
  noun: string;
  placeholder: string;
  search: string;
  onSearch: (search: string) => void;
  list: UseQueryResult<Page<Row>>;
  pages: PagedList;
  columns: readonly Column<Row>[];
  /** Shown when there are no items without a search. */
  empty: string;
  /** Beside the search. */
  children?: ReactNode;
}

/** A searchable table of a list with cursors. */
export function AdminList<Row extends { id: string }>({ noun, list, pages, columns, empty, ...props }: Props<Row>) {
  const { data, error, refetch, isPlaceholderData } = list;
  return (
    <>
      <div className="mt-6 mb-3 flex flex-wrap items-center gap-3">
        <div className="flex min-w-0 flex-1 max-md:basis-full">
          <SearchBox
            value={props.search}
            onChange={props.onSearch}
            label={`Search ${noun}s`}
            placeholder={props.placeholder}
          />
        </div>
        <p className="ui-small ui-muted" role="status">
          {data && plural(data.total, noun)}
        </p>
        {props.children && <div className="ml-auto flex flex-wrap gap-2">{props.children}</div>}
      </div>
      <div className="ui-panel">
        {error ? (
          <PanelError error={error} onRetry={refetch} />
        ) : !data ? (
          <Skeleton height={280} />
        ) : data.items.length === 0 ? (
          <EmptyState title={props.search ? `No ${noun}s match this search` : `No ${noun}s`}>
            {props.search ? 'Try another search.' : empty}
          </EmptyState>
        ) : (
          <Items
            label={`${noun[0]?.toUpperCase()}${noun.slice(1)}s`}
            columns={columns}
            rows={data.items}
            busy={isPlaceholderData}
          />
        )}
      </div>
      <CursorPager pages={pages} nextCursor={data?.nextCursor} />
    </>
  );
}

interface ItemsProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** The rows are those of the previous request. */
  busy: boolean;
}

/** A table; on phones a list with the first column as the title of an item. */
function Items<Row extends { id: string }>({ label, columns, rows, busy }: ItemsProps<Row>) {
  const phone = useMedia('(max-width: 767px)');
  const [title, ...others] = columns;
  if (!phone || !title) {
    return <DataTable caption={label} columns={columns} rows={rows} rowKey={({ id }) => id} busy={busy} />;
  }
  const facts = others.filter(({ key }) => key !== MENU);
  const menu = others.find(({ key }) => key === MENU);
  return (
    <ul aria-label={label} aria-busy={busy || undefined}>
      {rows.map((row) => (
        <li key={row.id} className="ui-row first:border-t-0 items-start">
          <div className="min-w-0 flex-1 break-words">
            {title.cell(row)}
            <dl className="ui-small ui-muted mt-1 flex flex-wrap gap-x-4">
              {facts.map(({ key, head, cell }) => (
                <div key={key} className="flex gap-1">
                  <dt>{head}</dt>
                  <dd>{cell(row)}</dd>
                </div>
              ))}
            </dl>
          </div>
          {menu?.cell(row)}
        </li>
      ))}
    </ul>
  );
}

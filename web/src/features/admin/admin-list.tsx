import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { PagedList } from '@/shared/hooks/use-paged-list';
import { plural } from '@/shared/lib/format';
import { CursorPager } from '@/shared/ui/cursor-pager';
import { type Column, DataTable } from '@/shared/ui/data-table';
import { EmptyState } from '@/shared/ui/empty-state';
import { PanelError } from '@/shared/ui/panel-error';
import { SearchBox } from '@/shared/ui/search-box';
import { Skeleton } from '@/shared/ui/skeleton';

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
        <SearchBox
          value={props.search}
          onChange={props.onSearch}
          label={`Search ${noun}s`}
          placeholder={props.placeholder}
        />
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
          <DataTable
            caption={`${noun[0]?.toUpperCase()}${noun.slice(1)}s`}
            columns={columns}
            rows={data.items}
            rowKey={({ id }) => id}
            busy={isPlaceholderData}
          />
        )}
      </div>
      <CursorPager pages={pages} nextCursor={data?.nextCursor} />
    </>
  );
}

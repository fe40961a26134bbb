import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import type { TopRow } from '@/entities/analytics/analytics.types';
import { DIMENSIONS, type Dimension, valueLabel } from '@/entities/analytics/model/dimensions';
import { withFilter } from '@/entities/analytics/model/filters';
import { fullList, MAX_ROWS } from '@/entities/analytics/report.queries';
import { midSentence } from '@/shared/i18n/mid-sentence';
import { t } from '@/shared/i18n/t';
import { formatShare } from '@/shared/lib/format';
import { Button } from '@/shared/ui/button';
import { Checkbox } from '@/shared/ui/checkbox';
import { Dialog } from '@/shared/ui/dialog';
import { PanelError } from '@/shared/ui/panel-error';
import { Segmented } from '@/shared/ui/segmented';
import { Skeleton } from '@/shared/ui/skeleton';
import { useReport } from '../report-context';
import { RowFigure } from './breakdown-figures';
import { RowName } from './breakdown-rows';
import { useWorkspaceValues } from './workspace-values';
import './breakdown.css';

type Order = 'clicks' | 'uniques' | 'name';

const ORDERS = [
  { value: 'clicks', label: t('Clicks') },
  { value: 'uniques', label: t('Visitors') },
  { value: 'name', label: t('Name') },
] as const;

interface Arrangement {
  dimension: Dimension;
  search: string;
  order: Order;
}

/** The rows of the report that contain the search text, and the workspace's values that were found for it, sorted. */
function arrangeRows(
  rows: readonly TopRow[],
  values: readonly TopRow[],
  { dimension, search, order }: Arrangement,
): TopRow[] {
  const needle = search.trim().toLowerCase();
  const name = (row: TopRow) => valueLabel(dimension, row.key, row.label);
  const counted = new Set(rows.map(({ key }) => key));
  const found = new Set(needle === '' ? [] : values.map(({ key }) => key));
  return rows
    .filter((row) => found.has(row.key) || `${name(row)} ${row.key}`.toLowerCase().includes(needle))
    .concat(values.filter(({ key }) => !counted.has(key)))
    .sort((a, b) => (order === 'name' ? name(a).localeCompare(name(b), 'en') : b[order] - a[order]));
}

/** All values of a dimension, searched and sorted, to include or exclude several at once. */
export function BreakdownDialog({ dimension }: { dimension: Dimension }) {
  const id = useId();
  const { state, change, query } = useReport();
  const filter = state.filters[dimension];
  // Without the dimension's own filter the list contains every value that can be selected.
  const unfiltered = { ...query, filters: withFilter(query.filters, dimension, { is: [], not: [] }) };
  const list = useQuery(fullList(unfiltered, dimension));
  const [search, setSearch] = useState('');
  const [order, setOrder] = useState<Order>('clicks');
  const [side, setSide] = useState<'is' | 'not'>(filter?.not.length && !filter.is.length ? 'not' : 'is');
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(filter?.[side]));
  const values = useWorkspaceValues(dimension, search);
  const rows = arrangeRows(list.data?.rows ?? [], values.rows, { dimension, search, order });
  const total = useMemo(() => (list.data?.rows ?? []).reduce((sum, row) => sum + row.clicks, 0), [list.data]);
  const close = () => change({ all: undefined });
  const { one, many } = DIMENSIONS[dimension];

  function toggle(key: string) {
    const next = new Set(selected);
    if (!next.delete(key)) next.add(key);
    setSelected(next);
  }

  function apply() {
    const filter = { is: [], not: [], [side]: [...selected] };
    change({ filters: withFilter(state.filters, dimension, filter), all: undefined });
  }

  return (
    <Dialog
      open
      bare
      onClose={close}
      title={many}
      width={640}
      footer={
        <>
          <Segmented
            label={t('Include or exclude')}
            value={side}
            options={[
              { value: 'is', label: t('Only these') },
              { value: 'not', label: t('Exclude') },
            ]}
            onChange={setSide}
          />
          <Button tone="primary" className="ml-auto" disabled={selected.size === 0 && !filter} onClick={apply}>
            {selected.size > 0
              ? t('Filter by {count}', { count: selected.size })
              : filter
                ? t('Remove filter')
                : t('Select items')}
          </Button>
        </>
      }
    >
      <div className="whole-tools">
        <input
          className="ui-input"
          type="search"
          placeholder={t('Search {noun}', { noun: midSentence(many) })}
          aria-label={t('Search {noun}', { noun: midSentence(many) })}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <Segmented label={t('Sort by')} value={order} options={ORDERS} onChange={setOrder} />
      </div>
      <div className="whole-list" aria-busy={list.isPending}>
        {list.isError && <PanelError error={list.error} onRetry={() => list.refetch()} />}
        {list.isPending && <Skeleton height={240} className="m-4" />}
        {list.data && (
          <ul aria-label={many}>
            {rows.map((row) => (
              <li key={row.key}>
                <label htmlFor={`${id} ${row.key}`}>
                  <Checkbox
                    id={`${id} ${row.key}`}
                    checked={selected.has(row.key)}
                    onChange={() => toggle(row.key)}
                    aria-label={valueLabel(dimension, row.key, row.label)}
                  />
                  <span className="ui-truncate" aria-hidden="true">
                    <RowName dimension={dimension} row={row} />
                  </span>
                  <span className="report-figures">
                    <RowFigure value={row.clicks} imported={row.imported ?? 0} spelled />
                    <em>{total > 0 ? formatShare(row.clicks / total) : '–'}</em>
                    <small>{t('{count, plural, one {# visitor} other {# visitors}}', { count: row.uniques })}</small>
                  </span>
                </label>
              </li>
            ))}
          </ul>
        )}
        {list.data && rows.length === 0 && !values.pending && (
          <p className="list-hint" role="status">
            {search
              ? t('No {noun} contains “{search}”.', { noun: midSentence(one), search })
              : t('No clicks in this period.')}
          </p>
        )}
        {values.note && <p className="list-hint">{values.note}</p>}
        {list.data && list.data.rows.length >= MAX_ROWS && (
          <p className="list-hint">{t('Only the {max} with the most clicks are listed.', { max: MAX_ROWS })}</p>
        )}
      </div>
    </Dialog>
  );
}

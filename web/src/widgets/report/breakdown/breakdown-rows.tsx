import { Link as RouteLink } from '@tanstack/react-router';
import type { CSSProperties, KeyboardEvent, MouseEvent, ReactNode } from 'react';
import type { TopRow } from '@/entities/analytics/analytics.types';
import { type Dimension, valueLabel } from '@/entities/analytics/model/dimensions';
import { filterSide, toggleValue } from '@/entities/analytics/model/filters';
import { formatPerMillion, formatRate, perMillion } from '@/entities/analytics/model/per-capita';
import { formatCompact, formatCount, formatShare, plural } from '@/shared/lib/format';
import { Icon } from '@/shared/ui/icon';
import { aliasInLabel } from '../toolbar/filter-pills';
import type { ReportView } from '../use-report';

/** What a row of a list is called, with what stands before it. */
export function RowName({ dimension, row }: { dimension: Dimension; row: TopRow }): ReactNode {
  const words = valueLabel(dimension, row.key, row.label);
  if (dimension === 'link' && row.key !== '') {
    return <span className="ui-chip">{aliasInLabel(row.label)}</span>;
  }
  if (dimension === 'country' && row.key !== '') {
    return (
      <>
        <span className="report-country">{row.key}</span>
        {words}
      </>
    );
  }
  return words;
}

interface Props {
  view: ReportView;
  dimension: Dimension;
  rows: readonly TopRow[];
  /** The rows are countries, shown by their rate per million people. */
  perHead?: boolean;
}

/** The rows of a list: a bar, a name, a figure and its share. A click keeps only a row, with Alt it leaves it out. */
export function BreakdownRows({ view, dimension, rows, perHead }: Props) {
  const { state, change, report } = view;
  const uniques = state.kpi === 'uniques';
  const figureOf = (row: TopRow) => (uniques ? row.uniques : row.clicks);
  const total = (uniques ? report?.count?.uniques : report?.count?.clicks) ?? 0;
  const rateOf = (row: TopRow) => perMillion(figureOf(row), row.key);
  const lengthOf = (row: TopRow) => (perHead ? (rateOf(row) ?? 0) : figureOf(row));
  const most = Math.max(perHead ? Number.MIN_VALUE : 1, ...rows.map(lengthOf));
  const choose = (key: string, side: 'is' | 'not') =>
    change({ filters: toggleValue(state.filters, dimension, key, side) });

  return (
    <ol className="report-list">
      {rows.map((row) => (
        <li key={row.key} style={{ '--v': lengthOf(row) / most } as CSSProperties}>
          <button
            type="button"
            aria-pressed={filterSide(state.filters, dimension, row.key) === 'is'}
            aria-keyshortcuts="Enter Alt+Enter"
            title={`${valueLabel(dimension, row.key, row.label)}: only this. With Alt: all but this.`}
            onClick={(event: MouseEvent) => choose(row.key, event.altKey ? 'not' : 'is')}
            onKeyDown={(event: KeyboardEvent) => {
              if (event.key !== 'Enter' || !event.altKey) return;
              event.preventDefault();
              choose(row.key, 'not');
            }}
          >
            <span className="ui-truncate">
              <RowName dimension={dimension} row={row} />
            </span>
            {perHead ? (
              <>
                <b aria-hidden="true">{formatRate(rateOf(row))}</b>
                <em aria-hidden="true">{formatCompact(figureOf(row))}</em>
                <span className="ui-sr-only">
                  {formatPerMillion(rateOf(row))}, {plural(figureOf(row), uniques ? 'visitor' : 'click')}
                </span>
              </>
            ) : (
              <>
                <b>{formatCount(figureOf(row))}</b>
                <em>{total > 0 ? formatShare(figureOf(row) / total) : '–'}</em>
              </>
            )}
          </button>
          {dimension === 'link' && row.key !== '' && (
            <RouteLink
              to="/dashboard/links/$linkId"
              params={{ linkId: row.key }}
              className="to-link"
              aria-label={`Open ${aliasInLabel(row.label)}`}
            >
              <Icon name="right" />
            </RouteLink>
          )}
        </li>
      ))}
    </ol>
  );
}

import { Link as RouteLink } from '@tanstack/react-router';
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import type { TopRow } from '@/entities/analytics/analytics.types';
import { type Dimension, valueLabel } from '@/entities/analytics/model/dimensions';
import { filterSide, toggleValue } from '@/entities/analytics/model/filters';
import { formatPerMillion, formatRate, perMillion } from '@/entities/analytics/model/per-capita';
import { linkOfLabel, useLabelName } from '@/entities/link/link-name';
import { LinkText } from '@/entities/link/ui/link-chip';
import { countClicks, countVisitors } from '@/shared/charts/counted';
import { t } from '@/shared/i18n/t';
import { formatCompact, formatShare } from '@/shared/lib/format';
import { Chip } from '@/shared/ui/chip';
import { Icon } from '@/shared/ui/icon';
import { useReport } from '../report-context';
import { barStyle, RowFigure } from './breakdown-figures';
import './breakdown.css';

/** The name of a row, with a country's code before it. */
export function RowName({ dimension, row }: { dimension: Dimension; row: TopRow }): ReactNode {
  const label = valueLabel(dimension, row.key, row.label);
  if (dimension === 'link' && row.key !== '') {
    const link = linkOfLabel(row.label);
    return <Chip>{link ? <LinkText link={link} /> : row.label}</Chip>;
  }
  if (dimension === 'country' && row.key !== '') {
    return (
      <>
        <span className="report-country">{row.key}</span>
        {label}
      </>
    );
  }
  return label;
}

interface Props {
  /** The base of the shares, in the selected metric. */
  total: number | undefined;
  dimension: Dimension;
  rows: readonly TopRow[];
  /** The rows are countries with their rate per million people. */
  perCapita?: boolean;
}

/** The rows of a list: bar, name, value and share. A click filters by the row; with Alt it excludes the row. */
export function BreakdownRows({ total = 0, dimension, rows, perCapita }: Props) {
  const { state, change } = useReport();
  const nameOf = useLabelName();
  const uniques = state.kpi === 'uniques';
  const countOf = (row: TopRow) => (uniques ? row.uniques : row.clicks);
  const rateOf = (row: TopRow) => perMillion(countOf(row), row.key);
  const barLength = (row: TopRow) => (perCapita ? (rateOf(row) ?? 0) : countOf(row));
  // Imported clicks have no visitors, and are part of no rate.
  const importedOf = (row: TopRow) => (uniques || perCapita ? 0 : (row.imported ?? 0));
  const longest = Math.max(perCapita ? Number.MIN_VALUE : 1, ...rows.map((row) => barLength(row) + importedOf(row)));
  const toggle = (key: string, side: 'is' | 'not') =>
    change({ filters: toggleValue(state.filters, dimension, key, side) });

  return (
    <ol className="report-list">
      {rows.map((row) => (
        <li key={row.key} style={barStyle(barLength(row), importedOf(row), longest)}>
          <button
            type="button"
            aria-pressed={filterSide(state.filters, dimension, row.key) === 'is'}
            aria-keyshortcuts="Enter Alt+Enter"
            title={t('{value}: click to filter, Alt+click to exclude', {
              value: valueLabel(dimension, row.key, row.label),
            })}
            onClick={(event: MouseEvent) => toggle(row.key, event.altKey ? 'not' : 'is')}
            onKeyDown={(event: KeyboardEvent) => {
              if (event.key !== 'Enter' || !event.altKey) return;
              event.preventDefault();
              toggle(row.key, 'not');
            }}
          >
            <bdi className="ui-truncate">
              <RowName dimension={dimension} row={row} />
            </bdi>
            {perCapita ? (
              <>
                <b aria-hidden="true">{formatRate(rateOf(row))}</b>
                <em aria-hidden="true">{formatCompact(countOf(row))}</em>
                <span className="ui-sr-only">
                  {formatPerMillion(rateOf(row))}, {(uniques ? countVisitors : countClicks)(countOf(row))}
                </span>
              </>
            ) : (
              <>
                <RowFigure value={countOf(row)} imported={importedOf(row)} />
                <em>{total > 0 ? formatShare(countOf(row) / total) : '–'}</em>
              </>
            )}
          </button>
          {dimension === 'link' && row.key !== '' && (
            <RouteLink
              to="/dashboard/links/$linkId"
              params={{ linkId: row.key }}
              className="to-link"
              aria-label={t('Open {label}', { label: nameOf(row.label) })}
            >
              <Icon name="right" />
            </RouteLink>
          )}
        </li>
      ))}
    </ol>
  );
}

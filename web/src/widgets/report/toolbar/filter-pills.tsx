import { useQuery } from '@tanstack/react-query';
import {
  FILTER_DIMENSIONS,
  type FilterDimension,
  isDimension,
  valueLabel,
} from '@/entities/analytics/model/dimensions';
import { countFilterValues, type Filter, isEmpty, withFilter } from '@/entities/analytics/model/filters';
import { folders, tags } from '@/entities/label/label.queries';
import { linkDetail } from '@/entities/link/link.queries';
import { Icon } from '@/shared/ui/icon';
import type { ReportView } from '../use-report';

/** The active filters. Each can be inverted, changed and removed. */
export function FilterPills({ view }: { view: ReportView }) {
  const { filters } = view.state;
  const held = Object.entries(filters) as [FilterDimension, Filter][];
  return (
    <>
      {held.flatMap(([dimension, filter]) =>
        (['is', 'not'] as const)
          .filter((side) => filter[side].length > 0)
          .map((side) => <Pill key={dimension + side} view={view} dimension={dimension} side={side} />),
      )}
      {countFilterValues(filters) > 1 && (
        <button type="button" className="ui-more ui-link" onClick={() => view.change({ filters: {} })}>
          Clear filters
        </button>
      )}
    </>
  );
}

interface PillProps {
  view: ReportView;
  dimension: FilterDimension;
  side: 'is' | 'not';
}

const MAX_NAMED = 2;

function Pill({ view, dimension, side }: PillProps) {
  const { state, change } = view;
  const filter = state.filters[dimension];
  if (!filter || isEmpty(filter)) return null;
  const values = filter[side];
  const other = side === 'is' ? 'not' : 'is';
  const name = FILTER_DIMENSIONS[dimension].one;
  const word = side === 'is' ? 'is' : 'is not';
  const set = (next: Filter) => change({ filters: withFilter(state.filters, dimension, next) });
  const turned = { ...filter, [side]: [], [other]: [...filter[other], ...values] } as Filter;
  return (
    <span className="report-filter">
      <span>{name}</span>
      <button
        type="button"
        className="report-invert"
        data-not={side === 'not' || undefined}
        title={`Invert to “${side === 'is' ? 'is not' : 'is'}”`}
        aria-label={`${name} ${word}: invert`}
        onClick={() => set(turned)}
      >
        {word}
      </button>
      {isDimension(dimension) ? (
        <button
          type="button"
          className="report-values"
          aria-label={`Change filter: ${name.toLowerCase()} ${word}`}
          onClick={() => change({ all: dimension })}
        >
          <Values view={view} dimension={dimension} values={values} />
        </button>
      ) : (
        <Values view={view} dimension={dimension} values={values} /> // the matrix of hours changes it
      )}
      <button
        type="button"
        aria-label={`Remove filter: ${name.toLowerCase()} ${word}`}
        onClick={() => set({ ...filter, [side]: [] })}
      >
        <Icon name="x" />
      </button>
    </span>
  );
}

function Values({
  view,
  dimension,
  values,
}: {
  view: ReportView;
  dimension: FilterDimension;
  values: readonly string[];
}) {
  return (
    <b className="ui-truncate">
      {values.slice(0, MAX_NAMED).map((value, at) => (
        <span key={value}>
          {at > 0 && ', '}
          <ValueName view={view} dimension={dimension} value={value} />
        </span>
      ))}
      {values.length > MAX_NAMED && ` +${values.length - MAX_NAMED}`}
    </b>
  );
}

/** What a filter's value is called. Ids are looked up where no list on the screen has their words. */
export function ValueName({
  view: { report },
  dimension,
  value,
}: {
  view: ReportView;
  dimension: FilterDimension;
  value: string;
}) {
  const row = isDimension(dimension) ? report?.[dimension]?.rows.find(({ key }) => key === value) : undefined;
  const unknown = row === undefined && value !== '';
  const link = useQuery({ ...linkDetail(value), enabled: unknown && dimension === 'link' });
  const tag = useQuery({ ...tags(), enabled: unknown && dimension === 'tag' });
  const folder = useQuery({ ...folders(), enabled: unknown && dimension === 'folder' });
  if (row) return valueLabel(dimension, value, dimension === 'link' ? aliasInLabel(row.label) : row.label);
  if (link.data) return `/${link.data.alias}`;
  const label = [...(tag.data ?? []), ...(folder.data ?? [])].find(({ id, name }) => id === value || name === value);
  return valueLabel(dimension, value, label?.name);
}

/** "go.example/launch" → "/launch". */
export function aliasInLabel(label: string): string {
  const slash = label.indexOf('/');
  return slash < 0 ? label : label.slice(slash);
}

import { useQuery } from '@tanstack/react-query';
import {
  FILTER_DIMENSIONS,
  type FilterDimension,
  isDimension,
  valueLabel,
} from '@/entities/analytics/model/dimensions';
import { countFilterValues, type Filter, isEmpty, withFilter } from '@/entities/analytics/model/filters';
import { useLabelsById } from '@/entities/label/use-labels-by-id';
import { linkDetail } from '@/entities/link/link.queries';
import { useLabelName, useLinkName } from '@/entities/link/link-name';
import { midSentence } from '@/shared/i18n/mid-sentence';
import { t } from '@/shared/i18n/t';
import { Icon } from '@/shared/ui/icon';
import { useReport, useReportData } from '../report-context';

/** The active filters. Each can be inverted, changed and removed. */
export function FilterPills() {
  const { state, change } = useReport();
  const { filters } = state;
  const entries = Object.entries(filters) as [FilterDimension, Filter][];
  return (
    <>
      {entries.flatMap(([dimension, filter]) =>
        (['is', 'not'] as const)
          .filter((side) => filter[side].length > 0)
          .map((side) => <Pill key={dimension + side} dimension={dimension} side={side} />),
      )}
      {countFilterValues(filters) > 1 && (
        <button type="button" className="ui-more ui-link" onClick={() => change({ filters: {} })}>
          {t('Clear filters')}
        </button>
      )}
    </>
  );
}

interface PillProps {
  dimension: FilterDimension;
  side: 'is' | 'not';
}

const MAX_NAMED = 2;

/** What a pill says where the values are included, and where they are excluded. */
const SIDES = {
  is: {
    word: t('is'),
    invert: t('Invert to “is not”'),
    inverts: (name: string) => t('{name} is: invert', { name }),
    change: (noun: string) => t('Change filter: {noun} is', { noun }),
    remove: (noun: string) => t('Remove filter: {noun} is', { noun }),
  },
  not: {
    word: t('is not'),
    invert: t('Invert to “is”'),
    inverts: (name: string) => t('{name} is not: invert', { name }),
    change: (noun: string) => t('Change filter: {noun} is not', { noun }),
    remove: (noun: string) => t('Remove filter: {noun} is not', { noun }),
  },
};

function Pill({ dimension, side }: PillProps) {
  const { state, change } = useReport();
  const filter = state.filters[dimension];
  if (!filter || isEmpty(filter)) return null;
  const values = filter[side];
  const other = side === 'is' ? 'not' : 'is';
  const name = FILTER_DIMENSIONS[dimension].one;
  const texts = SIDES[side];
  const noun = midSentence(name);
  const set = (next: Filter) => change({ filters: withFilter(state.filters, dimension, next) });
  const inverted = { ...filter, [side]: [], [other]: [...filter[other], ...values] } as Filter;
  return (
    <span className="report-filter">
      <span>{name}</span>
      <button
        type="button"
        className="report-invert"
        data-not={side === 'not' || undefined}
        title={texts.invert}
        aria-label={texts.inverts(name)}
        onClick={() => set(inverted)}
      >
        {texts.word}
      </button>
      {isDimension(dimension) ? (
        <button
          type="button"
          className="report-values"
          aria-label={texts.change(noun)}
          onClick={() => change({ all: dimension })}
        >
          <Values dimension={dimension} values={values} />
        </button>
      ) : (
        <Values dimension={dimension} values={values} /> // the hours chart changes it
      )}
      <button type="button" aria-label={texts.remove(noun)} onClick={() => set({ ...filter, [side]: [] })}>
        <Icon name="x" />
      </button>
    </span>
  );
}

function Values({ dimension, values }: { dimension: FilterDimension; values: readonly string[] }) {
  return (
    <b className="ui-truncate">
      {values.slice(0, MAX_NAMED).map((value, at) => (
        <span key={value}>
          {at > 0 && ', '}
          <bdi>
            <ValueName dimension={dimension} value={value} />
          </bdi>
        </span>
      ))}
      {values.length > MAX_NAMED && ` +${values.length - MAX_NAMED}`}
    </b>
  );
}

/** The label of a filter's value. Ids that no list of the report contains are looked up. */
export function ValueName({ dimension, value }: { dimension: FilterDimension; value: string }) {
  const { data: row } = useReportData((report) =>
    isDimension(dimension) ? report[dimension]?.rows.find(({ key }) => key === value) : undefined,
  );
  const linkName = useLinkName();
  const labelName = useLabelName();
  const unknown = row === undefined && value !== '';
  const link = useQuery({ ...linkDetail(value), enabled: unknown && dimension === 'link' });
  const kind = dimension === 'tag' ? 'tags' : 'folders';
  const labels = useLabelsById(kind, unknown && (dimension === 'tag' || dimension === 'folder') ? [value] : []);
  if (row) return valueLabel(dimension, value, dimension === 'link' ? labelName(row.label) : row.label);
  if (link.data) return linkName(link.data);
  // A filter of the API may have a name instead of an id.
  return valueLabel(dimension, value, labels.get(value)?.name);
}

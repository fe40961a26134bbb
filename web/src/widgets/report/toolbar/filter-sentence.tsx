import { Fragment } from 'react';
import { FILTER_DIMENSIONS, type FilterDimension } from '@/entities/analytics/model/dimensions';
import type { Filter } from '@/entities/analytics/model/filters';
import type { ReportView } from '../use-report';
import { ValueName } from './filter-pills';

interface Props {
  view: ReportView;
  dimension: FilterDimension;
  filter: Filter;
}

/** "Country is Germany or Austria, not France." */
export function FilterSentence({ view, dimension, filter }: Props) {
  const named = (values: readonly string[]) =>
    values.map((value, at) => (
      <Fragment key={value}>
        {at > 0 && ' or '}
        <ValueName view={view} dimension={dimension} value={value} />
      </Fragment>
    ));
  return (
    <>
      {FILTER_DIMENSIONS[dimension].one} is {named(filter.is)}
      {filter.is.length > 0 && filter.not.length > 0 && ', '}
      {filter.not.length > 0 && <>not {named(filter.not)}</>}.
    </>
  );
}

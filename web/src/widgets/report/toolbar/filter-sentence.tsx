import type { ReactNode } from 'react';
import { FILTER_DIMENSIONS, type FilterDimension } from '@/entities/analytics/model/dimensions';
import type { Filter } from '@/entities/analytics/model/filters';
import { Trans } from '@/shared/i18n/trans';
import { ValueName } from './filter-pills';

interface Props {
  dimension: FilterDimension;
  filter: Filter;
}

/** "Country is Germany or Austria, not France." */
export function FilterSentence({ dimension, filter }: Props) {
  const list = (values: readonly string[]) =>
    values.map((value) => <ValueName key={value} dimension={dimension} value={value} />);
  const values = { dimension: FILTER_DIMENSIONS[dimension].one };
  const tags = {
    is: () => <Alternatives items={list(filter.is)} />,
    not: () => <Alternatives items={list(filter.not)} />,
  };
  if (filter.not.length === 0) return <Trans text="{dimension} is <is/>." values={values} tags={tags} />;
  if (filter.is.length === 0) return <Trans text="{dimension} is not <not/>." values={values} tags={tags} />;
  return <Trans text="{dimension} is <is/>, not <not/>." values={values} tags={tags} />;
}

/** "Germany or Austria", as the language writes it. */
function Alternatives({ items }: { items: readonly ReactNode[] }) {
  if (items.length < 2) return items;
  return (
    <Trans
      text="<before/> or <item/>"
      tags={{ before: () => <Alternatives items={items.slice(0, -1)} />, item: () => items.at(-1) }}
    />
  );
}

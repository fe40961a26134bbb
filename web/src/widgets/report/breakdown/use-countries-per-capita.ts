import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { TopRow } from '@/entities/analytics/analytics.types';
import { perMillion } from '@/entities/analytics/model/per-capita';
import { fullList } from '@/entities/analytics/report.queries';
import { useReport } from '../report-context';

/**
 * All countries of the report, highest rate per million people first; countries without a known population last.
 * Undefined while loading or disabled.
 */
export function useCountriesPerCapita(enabled: boolean): TopRow[] | undefined {
  const { query, state } = useReport();
  const { data } = useQuery({ ...fullList(query, 'country'), placeholderData: (previous) => previous, enabled });
  const { kpi } = state;
  return useMemo(() => {
    if (!enabled || !data) return undefined;
    const rate = ({ key, clicks, uniques }: TopRow) => perMillion(kpi === 'uniques' ? uniques : clicks, key) ?? -1;
    return [...data.rows].sort((a, b) => rate(b) - rate(a));
  }, [data, enabled, kpi]);
}

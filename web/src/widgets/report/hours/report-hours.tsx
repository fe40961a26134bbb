import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Report } from '@/entities/analytics/analytics.types';
import { hourPredicate, isHourSelected, toggleHours, withoutHours } from '@/entities/analytics/model/hour-filters';
import { allHours, analyticsKeys } from '@/entities/analytics/report.queries';
import { coversWeek, useReport, useReportData } from '../report-context';
import { HoursView } from './hours-view';

/** The hours of the week. Selecting one filters the report; this chart still shows all of them. */
export function ReportHours() {
  const { state, change, query, zone, span, now } = useReport();
  const { data: heatmap } = useReportData((report) => report.heatmap);
  const queries = useQueryClient();
  const included = hourPredicate(state.filters);
  const week = useQuery({
    ...allHours(query),
    enabled: included !== undefined && heatmap !== undefined,
    // The report before the first hour was selected has the same heatmap.
    placeholderData: (previous) =>
      previous ??
      queries.getQueryData<Report>(analyticsKeys.report({ ...query, filters: withoutHours(query.filters) })),
  });
  return (
    <HoursView
      heatmap={included && week.data ? week.data.heatmap : heatmap}
      zone={zone}
      week={coversWeek(span, now)}
      included={included}
      selected={(place) => isHourSelected(state.filters, place)}
      onSelect={(place) => change({ filters: toggleHours(state.filters, place) })}
    />
  );
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { analyticsKeys } from '@/entities/analytics/analytics.queries';
import type { Report } from '@/entities/analytics/analytics.types';
import { hourPredicate, isHourSelected, toggleHours, withoutHours } from '@/entities/analytics/model/hour-filters';
import { allHours } from '@/entities/analytics/report.queries';
import { coversWeek, type ReportView } from '../use-report';
import { HoursView } from './hours-view';

/** The hours of the week of a report. One that is chosen filters all of it; the others stay in sight here. */
export function ReportHours({ view }: { view: ReportView }) {
  const { state, change, query, report, zone } = view;
  const queries = useQueryClient();
  const kept = hourPredicate(state.filters);
  const week = useQuery({
    ...allHours(query),
    enabled: kept !== undefined && report !== undefined,
    // What was shown before the first hour was chosen is what is asked for now.
    placeholderData: (before) =>
      before ?? queries.getQueryData<Report>(analyticsKeys.report({ ...query, filters: withoutHours(query.filters) })),
  });
  return (
    <HoursView
      heatmap={(kept && week.data ? week.data : report)?.heatmap}
      zone={zone}
      week={coversWeek(view)}
      kept={kept}
      chosen={(place) => isHourSelected(state.filters, place)}
      onChoose={(place) => change({ filters: toggleHours(state.filters, place) })}
    />
  );
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { analyticsKeys } from '@/entities/analytics/analytics.queries';
import type { Report } from '@/entities/analytics/analytics.types';
import { isChosen, keptHours, timeless, withPlace } from '@/entities/analytics/model/hour-filters';
import { wholeWeek } from '@/entities/analytics/report.queries';
import { isWeek, type ReportView } from '../use-report';
import { HoursView } from './hours-view';

/** The hours of the week of a report. One that is chosen filters all of it; the others stay in sight here. */
export function ReportHours({ view }: { view: ReportView }) {
  const { state, change, question, report, zone } = view;
  const queries = useQueryClient();
  const kept = keptHours(state.filters);
  const week = useQuery({
    ...wholeWeek(question),
    enabled: kept !== undefined && report !== undefined,
    // What was shown before the first hour was chosen is what is asked for now.
    placeholderData: (before) =>
      before ??
      queries.getQueryData<Report>(analyticsKeys.report({ ...question, filters: timeless(question.filters) })),
  });
  return (
    <HoursView
      heatmap={(kept && week.data ? week.data : report)?.heatmap}
      zone={zone}
      week={isWeek(view)}
      kept={kept}
      chosen={(place) => isChosen(state.filters, place)}
      onChoose={(place) => change({ filters: withPlace(state.filters, place) })}
    />
  );
}

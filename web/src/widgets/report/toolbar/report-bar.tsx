import type { ReactNode } from 'react';
import { Switch } from '@/shared/ui/choice';
import type { ReportView } from '../use-report';
import { AddFilterMenu } from './add-filter-menu';
import { FilterPills } from './filter-pills';
import { PeriodMenu } from './period-menu';
import { CompareMenu, GranularityMenu, TrafficMenu, ZoneMenu } from './report-menus';
import { useReportKeys } from './use-report-keys';
import '../report.css';
import '../print/report-print.css';

interface Props {
  view: ReportView;
  /** Keys that mean something else on this screen. */
  taken?: string;
  /** Whether there is a chart, with a comparison and buckets. */
  chart?: boolean;
  /** What can be done with the figures. */
  actions?: ReactNode;
}

/** The settings of a report: period, comparison, granularity, traffic, filters. Sticky except on phones. */
export function ReportBar({ view, taken = '', chart = true, actions }: Props) {
  const keys = useReportKeys(view, taken);
  const { state, change } = view;
  return (
    <section className="report-bar" aria-label="Report settings">
      <PeriodMenu view={view} keys={keys} />
      {chart && <CompareMenu view={view} />}
      {chart && <GranularityMenu view={view} />}
      <TrafficMenu view={view} />
      <FilterPills view={view} />
      <AddFilterMenu view={view} />
      <div className="report-end">
        <ZoneMenu view={view} />
        <label className="live-t" htmlFor="report-live">
          <Switch id="report-live" checked={state.live} onChange={(event) => change({ live: event.target.checked })} />
          Live
        </label>
        {actions}
      </div>
    </section>
  );
}

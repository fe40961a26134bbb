import type { ReactNode } from 'react';
import { t } from '@/shared/i18n/t';
import { Switch } from '@/shared/ui/switch';
import { useReport } from '../report-context';
import { AddFilterMenu } from './add-filter-menu';
import { FilterPills } from './filter-pills';
import { PeriodMenu } from './period-menu';
import { CompareMenu, GranularityMenu, TrafficMenu, ZoneMenu } from './report-menus';
import { useReportKeys } from './use-report-keys';
import '../print/report-print.css';
import '../report.css';
import './report-bar.css';

interface Props {
  /** Shortcut keys that have another function on this screen. */
  reservedKeys?: string;
  /** Whether there is a chart, with a comparison and buckets. */
  chart?: boolean;
  /** Buttons such as Share and Export. */
  actions?: ReactNode;
}

/** The settings of a report: period, comparison, granularity, traffic, filters. Sticky except on phones. */
export function ReportBar({ reservedKeys = '', chart = true, actions }: Props) {
  const keys = useReportKeys(reservedKeys);
  const { state, change } = useReport();
  return (
    <section className="report-bar" aria-label={t('Report settings')}>
      <PeriodMenu keys={keys} />
      {chart && <CompareMenu />}
      {chart && <GranularityMenu />}
      <TrafficMenu />
      <FilterPills />
      <AddFilterMenu />
      <div className="report-end">
        <ZoneMenu />
        <label className="live-t" htmlFor="report-live">
          <Switch id="report-live" checked={state.live} onChange={(event) => change({ live: event.target.checked })} />
          {t('Live')}
        </label>
        {actions}
      </div>
    </section>
  );
}

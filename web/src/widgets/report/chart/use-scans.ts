import { useQuery } from '@tanstack/react-query';
import { buildScans, countScans, type Scans } from '@/entities/analytics/model/scans';
import { scanReport } from '@/entities/analytics/report.queries';
import { useReport, useReportData } from '../report-context';

/** The QR scans of the report. They are fetched only when the report counts some. */
export function useScans(): Scans {
  const { query } = useReport();
  const { data: report, stale } = useReportData(({ trigger, timeseries }) => ({ trigger, timeseries }));
  const count = countScans(report, query.filters);
  const scans = useQuery({ ...scanReport(query), enabled: Boolean(count) });
  return buildScans(report, count, scans, stale || scans.isPlaceholderData);
}

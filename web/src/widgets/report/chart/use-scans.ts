import { useQuery } from '@tanstack/react-query';
import { buildScans, countScans, type Scans } from '@/entities/analytics/model/scans';
import { scanReport } from '@/entities/analytics/report.queries';
import type { ReportView } from '../use-report';

/** Finds the scans within a report's question. They are asked for only where the report says that there were some. */
export function useScans({ query, report, stale }: ReportView): Scans {
  const count = countScans(report, query.filters);
  const asked = useQuery({ ...scanReport(query), enabled: Boolean(count) });
  return buildScans(report, count, asked, stale || asked.isPlaceholderData);
}

import { useQuery } from '@tanstack/react-query';
import { type Scans, scansIn, scansOf } from '@/entities/analytics/model/scans';
import { scanReport } from '@/entities/analytics/report.queries';
import type { ReportView } from '../use-report';

/** Finds the scans within a report's question. They are asked for only where the report says that there were some. */
export function useScans({ question, report, stale }: ReportView): Scans {
  const count = scansIn(report, question.filters);
  const asked = useQuery({ ...scanReport(question), enabled: Boolean(count) });
  return scansOf(report, count, asked, stale || asked.isPlaceholderData);
}

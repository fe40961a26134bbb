import { useQuery } from '@tanstack/react-query';
import { scanReport } from './report.queries';
import { noneIn, type Scans, scansIn } from './scans';
import type { ReportView } from './use-report';

/** Finds the scans within a report's question. They are asked for only where the report says that there were some. */
export function useScans({ question, report, stale }: ReportView): Scans {
  const count = scansIn(report, question.filters);
  const some = count !== undefined && count > 0;
  const asked = useQuery({ ...scanReport(question), enabled: some });
  return {
    count,
    // Only figures of the same question are compared.
    before: some && !stale && !asked.isPlaceholderData ? asked.data?.count?.previous?.clicks : undefined,
    series: some ? asked.data?.timeseries : noneIn(report?.timeseries),
    error: some ? asked.error : null,
    retry: () => void asked.refetch(),
  };
}

import type { Job } from '@/entities/job/job.queries';
import { formatPace, formatProgress } from '@/entities/job/job-labels';
import { useNow } from '@/shared/hooks/use-now';
import { ProgressTrack } from '@/shared/ui/progress-track';

/** How far a job is: a track of modules and the figures under it. */
export function JobProgress({ job }: { job: Job }) {
  const now = useNow(1_000);
  return (
    <div className="grid gap-1.5">
      <ProgressTrack calm value={job.done} max={job.total} label={`${job.name}: ${formatProgress(job)}`} />
      <p className="ui-small ui-muted flex justify-between gap-4" aria-hidden="true">
        <span>{formatProgress(job)}</span>
        <span>{formatPace(job, now)}</span>
      </p>
    </div>
  );
}

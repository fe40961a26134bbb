import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { importJob, isActive, type Job } from '@/entities/job/job.queries';
import { formatImportCounts, jobStateLabel } from '@/entities/job/job-labels';
import { pollUnlessLive, useJobStream } from '@/entities/job/use-job-stream';
import { ApiError } from '@/shared/api/errors';
import { Badge } from '@/shared/ui/badge';
import { Button, buttonClass } from '@/shared/ui/button';
import { PageTitle } from '@/shared/ui/page-title';
import { PanelError } from '@/shared/ui/panel-error';
import { Skeleton } from '@/shared/ui/skeleton';
import { JobActions } from '@/widgets/jobs/job-actions';
import { JobProgress } from '@/widgets/jobs/job-progress';
import { DropZone } from './drop-zone';
import { ImportDraft } from './import-draft';
import { UndoImport } from './undo-import';
import './transfer.css';

interface Props {
  /** The import that is looked at. It stands in the URL, so that a reload goes on where it was. */
  id: string | undefined;
  onImport: (id: string | undefined) => void;
}

/** From a file to links: upload, columns, preview, and the job that does it. */
export function ImportScreen({ id, onImport }: Props) {
  return (
    <>
      <PageTitle title="Import links" lead="Titles, tags, dates and click totals come along.">
        <Link to="/dashboard/settings/jobs" className={buttonClass()}>
          All imports and exports
        </Link>
      </PageTitle>
      {id ? <OneImport id={id} onGone={() => onImport(undefined)} /> : <DropZone onUploaded={onImport} />}
    </>
  );
}

function OneImport({ id, onGone }: { id: string; onGone: () => void }) {
  const stream = useJobStream();
  const {
    data: job,
    error,
    refetch,
  } = useQuery({
    ...importJob(id),
    retry: (count, failure) => count < 2 && !(failure instanceof ApiError && failure.status === 404),
    refetchInterval: ({ state }) => pollUnlessLive(stream, state.data !== undefined && isActive(state.data)),
  });
  if (error instanceof ApiError && error.status === 404) {
    return (
      <div className="ui-panel mt-5">
        <div className="ui-empty">
          <h2>This import is gone</h2>
          <p>It was removed, or its file was kept for its seven days.</p>
          <Button onClick={onGone}>Choose a file</Button>
        </div>
      </div>
    );
  }
  if (error) {
    return (
      <div className="ui-panel mt-5">
        <PanelError error={error} onRetry={refetch} />
      </div>
    );
  }
  if (!job) return <Skeleton height={160} className="mt-5" />;
  return job.state === 'draft' ? (
    <ImportDraft job={job} onGone={onGone} />
  ) : (
    <StartedImport job={job} onGone={onGone} />
  );
}

function StartedImport({ job, onGone }: { job: Job; onGone: () => void }) {
  return (
    <section className="ui-panel mt-5 grid gap-4 p-4" aria-label={job.name}>
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="ui-truncate text-16 font-semibold">{job.name}</h2>
        <Badge tone={job.state === 'done' ? 'ok' : job.state === 'failed' ? 'bad' : undefined}>
          {jobStateLabel(job)}
        </Badge>
        {job.dryRun && <Badge>Dry run</Badge>}
      </div>
      <JobProgress job={job} />
      <p role="status">
        {isActive(job) ? formatImportCounts(job) : `${formatImportCounts(job) || 'Nothing was done'}.`}
      </p>
      {job.message && <p className="ui-hint ui-error">{job.message}</p>}
      <div className="flex flex-wrap items-center gap-3">
        <JobActions job={job} onRemoved={onGone} />
        {job.state === 'done' && !job.dryRun && (
          <>
            <Link
              to="/dashboard/links"
              search={{ import: job.id }}
              className={buttonClass({ tone: 'primary', size: 'sm' })}
            >
              View imported links
            </Link>
            <UndoImport job={job} />
          </>
        )}
        <Button size="sm" tone="quiet" className="ml-auto" onClick={onGone}>
          Import another file
        </Button>
      </div>
      {isActive(job) && <p className="ui-small ui-muted">You may close this page: the import goes on.</p>}
    </section>
  );
}

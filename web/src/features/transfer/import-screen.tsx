import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { importJob, isActive, type Job } from '@/entities/job/job.queries';
import { formatImportCounts, jobStateLabel } from '@/entities/job/job-labels';
import { pollUnlessLive, useJobStream } from '@/entities/job/use-job-stream';
import { ApiError } from '@/shared/api/errors';
import { Badge } from '@/shared/ui/badge';
import { Button, buttonClass } from '@/shared/ui/button';
import { lazyPart } from '@/shared/ui/lazy-part';
import { PageTitle } from '@/shared/ui/page-title';
import { PanelError } from '@/shared/ui/panel-error';
import { Skeleton } from '@/shared/ui/skeleton';
import { JobActions } from '@/widgets/jobs/job-actions';
import { JobProgress } from '@/widgets/jobs/job-progress';
import { CheckRedirects } from './check-redirects';
import { DropZone } from './drop-zone';
import { RetrievalPanel } from './retrieval-panel';
import { SourceList } from './source-list';
import { UndoImport } from './undo-import';
import './transfer.css';

const loadImportDraft = () => import('./import-draft');
const ImportDraft = lazyPart(loadImportDraft, 'ImportDraft', <Skeleton height={160} className="mt-5" />);

interface Props {
  /** The id of the import that is shown, from the URL. */
  id: string | undefined;
  /** The id of the retrieval that is shown while there is no import, from the URL. */
  retrievalId?: string | undefined;
  onImport: (id?: string) => void;
  onRetrieval: (id: string) => void;
}

/** Imports links from a file or from another shortener: column mapping, preview and progress. */
export function ImportScreen({ id, retrievalId, onImport, onRetrieval }: Props) {
  return (
    <>
      <PageTitle title="Import links" lead="Titles, tags, dates and clicks are included.">
        <Link to="/dashboard/settings/jobs" className={buttonClass()}>
          Imports and exports
        </Link>
      </PageTitle>
      {id ? (
        <ImportJobPanel id={id} onGone={onImport} />
      ) : retrievalId ? (
        <RetrievalPanel id={retrievalId} onRead={onImport} onGone={onImport} />
      ) : (
        <>
          <DropZone onStart={loadImportDraft} onUploaded={onImport} />
          <SourceList onStarted={onRetrieval} />
        </>
      )}
    </>
  );
}

function ImportJobPanel({ id, onGone }: { id: string; onGone: () => void }) {
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
          <h2>Import not found</h2>
          <p>It was removed, or it expired. Files are deleted after 7 days.</p>
          <Button onClick={() => onGone()}>Choose file</Button>
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
    <ImportProgress job={job} onGone={onGone} />
  );
}

function ImportProgress({ job, onGone }: { job: Job; onGone: () => void }) {
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
        {isActive(job) ? formatImportCounts(job) : `${formatImportCounts(job) || 'No rows imported'}.`}
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
            {job.retrievalId && <CheckRedirects job={job} retrievalId={job.retrievalId} />}
          </>
        )}
        <Button size="sm" tone="quiet" className="ml-auto" onClick={onGone}>
          Import another file
        </Button>
      </div>
      {isActive(job) && (
        <p className="ui-small ui-muted">You can close this page. The import continues in the background.</p>
      )}
    </section>
  );
}

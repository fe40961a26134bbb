import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { isActive, type Job, jobList } from '@/entities/job/job.queries';
import { formatChangeCounts, formatCheckCounts, formatImportCounts, jobStateLabel } from '@/entities/job/job-labels';
import { pollUnlessLive, useJobStream } from '@/entities/job/use-job-stream';
import { t } from '@/shared/i18n/t';
import { formatCount, formatDateTime, plural } from '@/shared/lib/format';
import { Badge } from '@/shared/ui/badge';
import { buttonClass } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { Icon } from '@/shared/ui/icon';
import { PageTitle } from '@/shared/ui/page-title';
import { PanelError } from '@/shared/ui/panel-error';
import { Skeleton } from '@/shared/ui/skeleton';
import { JobActions } from '@/widgets/jobs/job-actions';
import { JobProgress } from '@/widgets/jobs/job-progress';
import './transfer.css';

/** The workspace's imports, exports and changes of many links, with their progress and results. */
export function JobsScreen() {
  const stream = useJobStream();
  const { data, error, refetch } = useQuery({
    ...jobList(),
    refetchInterval: ({ state }) => pollUnlessLive(stream, state.data?.items.some(isActive) ?? false),
  });
  return (
    <>
      <PageTitle
        title="Imports and exports"
        lead="These jobs, and changes of many links, continue when you close this page. Files are deleted after 7 days."
      >
        <Link to="/dashboard/settings/import" className={buttonClass({ tone: 'primary' })}>
          <Icon name="upload" />
          Import links
        </Link>
      </PageTitle>
      <div className="ui-panel mt-5">
        {error ? (
          <PanelError error={error} onRetry={refetch} />
        ) : data ? (
          <Jobs jobs={data.items} total={data.total} />
        ) : (
          <div className="grid gap-3 p-4" aria-busy="true">
            <Skeleton height={56} />
            <Skeleton height={56} />
          </div>
        )}
      </div>
    </>
  );
}

function Jobs({ jobs, total }: { jobs: readonly Job[]; total: number }) {
  if (jobs.length === 0) {
    return (
      <EmptyState
        title="No imports or exports yet"
        action={
          <Link to="/dashboard/settings/import" className={buttonClass()}>
            Import links
          </Link>
        }
      >
        Import links from another service, or export them from the Links screen.
      </EmptyState>
    );
  }
  return (
    <>
      <ul className="transfer-jobs">
        {jobs.map((job) => (
          <JobRow key={job.id} job={job} />
        ))}
      </ul>
      {total > jobs.length && (
        <p className="ui-small ui-muted ui-rule p-4">
          Showing the latest {formatCount(jobs.length)} of {formatCount(total)}.
        </p>
      )}
    </>
  );
}

const TONES: Partial<Record<Job['state'], 'hot' | 'ok' | 'bad'>> = { running: 'hot', done: 'ok', failed: 'bad' };

const ICONS = { import: 'upload', export: 'download', retrieval: 'refresh', check: 'check', change: 'edit' } as const;

function resultOf(job: Job): string {
  if (job.kind === 'change') return formatChangeCounts(job);
  if (job.kind === 'check') return formatCheckCounts(job);
  return job.kind === 'import' ? formatImportCounts(job) || 'No rows imported' : plural(job.done, 'link');
}

function JobRow({ job }: { job: Job }) {
  return (
    <li>
      <Icon name={ICONS[job.kind]} />
      <div className="transfer-detail">
        <p>
          <b className="ui-truncate">{job.name}</b> <Badge tone={TONES[job.state]}>{jobStateLabel(job)}</Badge>
          {job.dryRun && <Badge>Dry run</Badge>}
        </p>
        {isActive(job) ? (
          <JobProgress job={job} />
        ) : (
          <p className="ui-small ui-muted">
            {resultOf(job)}
            {' · '}
            <time dateTime={job.createdAt}>{formatDateTime(job.createdAt)}</time>
          </p>
        )}
        {job.message && <p className="ui-hint ui-error">{job.message}</p>}
      </div>
      {job.kind === 'retrieval' && job.resumable && (
        <Link
          to="/dashboard/settings/import"
          search={{ retrieval: job.id }}
          className={buttonClass({ size: 'sm' })}
          aria-label={t('View {name}', { name: job.name })}
        >
          {t('View')}
        </Link>
      )}
      {job.kind === 'retrieval' && job.importId && (
        <Link
          to="/dashboard/settings/import"
          search={{ job: job.importId }}
          className={buttonClass({ size: 'sm' })}
          aria-label={t('View the import of {name}', { name: job.name })}
        >
          {t('View import')}
        </Link>
      )}
      {job.kind === 'import' && job.state === 'done' && !job.dryRun && (
        <Link
          to="/dashboard/settings/import"
          search={{ job: job.id }}
          className={buttonClass({ size: 'sm' })}
          aria-label={`View import ${job.name}`}
        >
          View
        </Link>
      )}
      <JobActions job={job} />
    </li>
  );
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { isActive, type Job, jobList } from '@/entities/job/job.queries';
import {
  formatChangeCounts,
  formatCheckCounts,
  formatImportCounts,
  jobStateLabel,
  progressPercent,
} from '@/entities/job/job-labels';
import { trackedJobs, untrackJob } from '@/entities/job/tracked-jobs';
import { pollUnlessLive, useJobStream } from '@/entities/job/use-job-stream';
import { linkKeys } from '@/entities/link/link.queries';
import { messageOf } from '@/shared/api/errors';
import { t } from '@/shared/i18n/t';
import { formatPercent } from '@/shared/lib/format';
import { Button } from '@/shared/ui/button';
import { Icon } from '@/shared/ui/icon';
import { Popover } from '@/shared/ui/popover';
import { toast } from '@/shared/ui/toast';
import { JobActions, saveOutput } from '@/widgets/jobs/job-actions';
import { JobProgress } from '@/widgets/jobs/job-progress';
import { notificationKeys } from './notifications.queries';

/** The workspace's active jobs. A toast announces the completion of those that this tab started. */
export function JobsTray() {
  const stream = useJobStream();
  const list = useQuery({
    ...jobList(),
    refetchInterval: ({ state }) => pollUnlessLive(stream, state.data?.items.some(isActive) ?? false),
  });
  const [open, setOpen] = useState(false);
  useCompletionToasts(list.isSuccess && !list.isFetching ? list.data.items : undefined);
  const active = list.data?.items.filter(isActive) ?? [];
  if (active.length === 0) return null;
  const percent = Math.min(...active.map(progressPercent));
  const name = t('{count, plural, one {# job} other {# jobs}} running, {percent}', {
    count: active.length,
    percent: formatPercent(percent),
  });
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={t('Running jobs')}
      tip={name}
      className="shell-notifications"
      trigger={
        <Button tone="quiet" size="sm" aria-label={name}>
          <Icon name="refresh" />
          <span className="ui-mono">{formatPercent(percent)}</span>
        </Button>
      }
    >
      <h2>{t('Running')}</h2>
      <ul>
        {active.map((job) => (
          <li key={job.id}>
            <p className="flex justify-between gap-3">
              <b className="ui-truncate">{job.name}</b>
              <span className="ui-muted">{jobStateLabel(job)}</span>
            </p>
            <JobProgress job={job} />
            <JobActions job={job} />
          </li>
        ))}
        <li>
          <Link to="/dashboard/settings/jobs" className="ui-more" onClick={() => setOpen(false)}>
            {t('All jobs')}
          </Link>
        </li>
      </ul>
    </Popover>
  );
}

/** Shows one toast per tracked job that has ended, also when it ended before a reload. */
function useCompletionToasts(jobs: readonly Job[] | undefined): void {
  const queries = useQueryClient();
  const navigate = useNavigate();
  useEffect(() => {
    if (!jobs) return;
    for (const id of trackedJobs.get()) {
      const job = jobs.find((other) => other.id === id);
      if (job && isActive(job)) continue;
      untrackJob(id); // ended or removed
      if (!job || job.state === 'cancelled') continue;
      void queries.invalidateQueries({ queryKey: linkKeys.all });
      void queries.invalidateQueries({ queryKey: notificationKeys.all });
      showCompletion(job, () => void navigate({ to: '/dashboard/settings/jobs' }));
    }
  }, [jobs, queries, navigate]);
}

const FAILED: Readonly<Record<Job['kind'], string>> = {
  import: t('Import failed'),
  export: t('Export failed'),
  retrieval: t('Reading links failed'),
  check: t('Check of redirects failed'),
  change: t('Change of links failed'),
};

function showCompletion(job: Job, show: () => void): void {
  if (job.state === 'failed') {
    toast({
      title: FAILED[job.kind],
      text: job.message ?? job.name,
      tone: 'bad',
      action: { label: t('Show'), run: show },
    });
    return;
  }
  if (job.kind === 'import') {
    toast({ title: t('Import finished'), text: formatImportCounts(job), action: { label: t('Show'), run: show } });
    return;
  }
  if (job.kind === 'retrieval') {
    toast({ title: t('Links read'), text: job.name, action: { label: t('Show'), run: show } });
    return;
  }
  if (job.kind === 'check') {
    toast({
      title: t('{name}: done', { name: job.name }),
      text: formatCheckCounts(job),
      action: { label: t('Show'), run: show },
    });
    return;
  }
  if (job.kind === 'change') {
    toast({
      title: t('{name}: done', { name: job.name }),
      text: formatChangeCounts(job),
      action: { label: t('Show'), run: show },
    });
    return;
  }
  toast({ title: t('Export ready'), text: t('Saving {name}.', { name: job.name }) });
  saveOutput(job).catch((error) =>
    toast({ title: t("Couldn't download the export"), text: messageOf(error), tone: 'bad' }),
  );
}

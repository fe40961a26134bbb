import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { isActive, type Job } from '@/entities/job/job.queries';
import { jobStateLabel } from '@/entities/job/job-labels';
import { pollUnlessLive, useJobStream } from '@/entities/job/use-job-stream';
import { messageOf } from '@/shared/api/errors';
import { t } from '@/shared/i18n/t';
import { Badge } from '@/shared/ui/badge';
import { Button } from '@/shared/ui/button';
import { PanelError } from '@/shared/ui/panel-error';
import { PasswordInput } from '@/shared/ui/password-input';
import { Skeleton } from '@/shared/ui/skeleton';
import { JobActions } from '@/widgets/jobs/job-actions';
import { JobProgress } from '@/widgets/jobs/job-progress';
import { retrievalJob, useContinueWithKey } from './retrieval.queries';

interface Props {
  id: string;
  /** Called with the id of the draft of an import when all links are read. */
  onRead: (importId: string) => void;
  onGone: () => void;
}

/** How far the links of another shortener are read, and what a person has to do where it stopped. */
export function RetrievalPanel({ id, onRead, onGone }: Props) {
  const stream = useJobStream();
  const {
    data: job,
    error,
    refetch,
  } = useQuery({
    ...retrievalJob(id),
    refetchInterval: ({ state }) => pollUnlessLive(stream, state.data !== undefined && isActive(state.data)),
  });
  const importId = job?.importId;
  useEffect(() => {
    if (importId) onRead(importId);
  }, [importId, onRead]);
  if (error) {
    return (
      <div className="ui-panel mt-5">
        <PanelError error={error} onRetry={refetch} />
      </div>
    );
  }
  if (!job) return <Skeleton height={160} className="mt-5" />;
  return (
    <section className="ui-panel mt-5 grid gap-4 p-4" aria-label={job.name}>
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="ui-truncate text-16 font-semibold">{job.name}</h2>
        <Badge tone={job.state === 'failed' ? 'bad' : undefined}>{jobStateLabel(job)}</Badge>
      </div>
      <JobProgress job={job} />
      <p role="status">
        {isActive(job)
          ? t('Reading links…')
          : t('{count, plural, one {# link} other {# links}} read.', { count: job.done })}
      </p>
      {job.message && <p className="ui-hint ui-error">{job.message}</p>}
      {job.message && job.resumable && <AnotherKey job={job} />}
      <div className="flex flex-wrap items-center gap-3">
        <JobActions job={job} onRemoved={onGone} />
        <Button size="sm" tone="quiet" className="ml-auto" onClick={onGone}>
          {t('Import something else')}
        </Button>
      </div>
      {isActive(job) && (
        <p className="ui-small ui-muted">{t('You can close this page. Linnet goes on reading in the background.')}</p>
      )}
    </section>
  );
}

function AnotherKey({ job }: { job: Job }) {
  const id = useId();
  const [key, setKey] = useState('');
  const resume = useContinueWithKey(job);
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        resume.mutate(key);
      }}
    >
      <label htmlFor={id}>{t('Another API key')}</label>
      <div className="flex flex-wrap items-center gap-2">
        <PasswordInput
          id={id}
          what={t('API key')}
          autoComplete="off"
          required
          value={key}
          onChange={(event) => setKey(event.target.value)}
        />
        <Button type="submit" busy={resume.isPending}>
          {t('Continue with this key')}
        </Button>
      </div>
      {resume.isError && (
        <p className="ui-hint ui-error" role="alert">
          {messageOf(resume.error)}
        </p>
      )}
    </form>
  );
}

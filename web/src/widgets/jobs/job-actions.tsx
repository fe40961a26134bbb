import { useMutation } from '@tanstack/react-query';
import { isActive, type Job, useJobMutations } from '@/entities/job/job.queries';
import { PermissionButton } from '@/entities/workspace/ui/permission-controls';
import { fetchFile, saveFile } from '@/shared/api/download';
import { messageOf } from '@/shared/api/errors';
import { API_BASE } from '@/shared/api/request';
import { t } from '@/shared/i18n/t';
import { Button } from '@/shared/ui/button';
import { Icon } from '@/shared/ui/icon';
import { toast } from '@/shared/ui/toast';

/** Fetches a job's file and gives it to the browser to save. */
export async function saveOutput(job: Job): Promise<void> {
  if (!job.reportUrl) return;
  saveFile(await fetchFile(job.reportUrl.slice(API_BASE.length), new URLSearchParams()));
}

function failed(title: string) {
  return (error: unknown) => toast({ title, text: messageOf(error), tone: 'bad' });
}

/** What can be done with a job: its file, stopping, resuming, undoing, taking it out of the list. */
export function JobActions({ job, onRemoved }: { job: Job; onRemoved?: () => void }) {
  const { cancel, resume, undo, remove } = useJobMutations();
  const save = useMutation({ mutationFn: () => saveOutput(job), onError: failed(t('Couldn’t download the file')) });
  const file = job.kind === 'export' ? t('Download') : t('Report');
  return (
    <span className="flex flex-wrap gap-2">
      {job.reportUrl && (
        <Button size="sm" busy={save.isPending} aria-label={`${file}: ${job.name}`} onClick={() => save.mutate()}>
          <Icon name="download" />
          {file}
        </Button>
      )}
      {isActive(job) && (
        <PermissionButton
          permission="links:write"
          size="sm"
          busy={cancel.isPending}
          aria-label={t('Cancel {name}', { name: job.name })}
          onClick={() => cancel.mutate(job, { onError: failed(t('Couldn’t cancel the job')) })}
        >
          {t('Cancel')}
        </PermissionButton>
      )}
      {job.resumable && (
        <PermissionButton
          permission="links:write"
          size="sm"
          busy={resume.isPending}
          aria-label={t('Resume {name}', { name: job.name })}
          onClick={() => resume.mutate(job, { onError: failed(t('Couldn’t resume the job')) })}
        >
          {t('Resume')}
        </PermissionButton>
      )}
      {job.undoable && (
        <PermissionButton
          permission="links:write"
          size="sm"
          busy={undo.isPending}
          aria-label={t('Undo {name}', { name: job.name })}
          onClick={() => undo.mutate(job.id, { onError: failed(t('Couldn’t undo the change')) })}
        >
          {t('Undo')}
        </PermissionButton>
      )}
      {!isActive(job) && (
        <PermissionButton
          permission="links:write"
          size="sm"
          icon
          tone="quiet"
          busy={remove.isPending}
          aria-label={t('Remove {name} from the list', { name: job.name })}
          onClick={() => remove.mutate(job, { onSuccess: onRemoved, onError: failed(t('Couldn’t remove the job')) })}
        >
          <Icon name="x" />
        </PermissionButton>
      )}
    </span>
  );
}

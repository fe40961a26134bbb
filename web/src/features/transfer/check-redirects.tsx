import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { followJob, type Job } from '@/entities/job/job.queries';
import { api, body } from '@/shared/api/client';
import { messageOf } from '@/shared/api/errors';
import { t } from '@/shared/i18n/t';
import { Button } from '@/shared/ui/button';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { Field } from '@/shared/ui/field';
import { Select } from '@/shared/ui/select';
import { toast } from '@/shared/ui/toast';

const SAMPLES = [100, 1_000, 10_000];

/** Requests for a short URL: one for each visitor that the server plays. */
const VISITORS = 3;
const REQUESTS_PER_SECOND = 5;

/** Compares where the old short URLs of an import lead with where Linnet leads the same visitors. */
export function CheckRedirects({ job, retrievalId }: { job: Job; retrievalId: string }) {
  const queries = useQueryClient();
  const [open, setOpen] = useState(false);
  const [sample, setSample] = useState('0');
  const check = useMutation({
    mutationFn: () => body(api.POST('/checks', { body: { retrievalId, sample: Number(sample) } })),
    onSuccess: ({ id }) => {
      followJob(queries, id);
      toast({ title: t('The check has started'), text: t('You are told when it is done.') });
    },
    onError: (error) => toast({ title: t('Couldn’t start the check'), text: messageOf(error), tone: 'bad' }),
    onSettled: () => setOpen(false),
  });
  const count = Number(sample) || job.total;
  const options = [
    { value: '0', label: t('{count, plural, one {The only link} other {All # links}}', { count: job.total }) },
    ...SAMPLES.filter((size) => size < job.total).map((size) => ({
      value: String(size),
      label: t('A sample of {count}', { count: size }),
    })),
  ];
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        {t('Check redirects')}
      </Button>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('Check the redirects of this import')}
        tone="primary"
        action={t('Check')}
        onConfirm={() => check.mutate()}
        busy={check.isPending}
      >
        <div className="grid gap-4">
          <p>
            {t(
              'Linnet opens the old short URL of each link as a desktop, as a phone and as a bot, and compares the answers with its own, byte by byte. Do this before you switch the domain over, and once after it.',
            )}
          </p>
          <Field
            label={t('Links')}
            hint={t('About {minutes, plural, one {# minute} other {# minutes}}. Each visit counts as a click there.', {
              minutes: Math.ceil((count * VISITORS) / REQUESTS_PER_SECOND / 60),
            })}
          >
            {(control) => <Select {...control} value={sample} options={options} onChange={setSample} />}
          </Field>
        </div>
      </ConfirmDialog>
    </>
  );
}

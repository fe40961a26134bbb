import { useId } from 'react';
import * as z from 'zod/mini';
import type { Source } from '@/shared/data/retrieval-sources';
import { FormDialog } from '@/shared/forms/form-dialog';
import { useAppForm } from '@/shared/forms/use-app-form';
import { t } from '@/shared/i18n/t';
import { Checkbox } from '@/shared/ui/checkbox';
import { Field, UrlInput } from '@/shared/ui/field';
import { PasswordInput } from '@/shared/ui/password-input';
import { HISTORY_HINTS, KEY_HINTS } from './key-hints';
import { useStartRetrieval } from './retrieval.queries';

const MAX_URL = 500;
const MAX_KEY = 1_000;

interface Props {
  source: Source;
  onStarted: (id: string) => void;
  onClose: () => void;
}

/** Asks for the address and the key of a shortener, and starts to read its links. */
export function RetrievalDialog({ source, onStarted, onClose }: Props) {
  const { name, servers } = source;
  const historyId = useId();
  const start = useStartRetrieval();
  const form = useAppForm({
    schema: z.object({
      url: z
        .string()
        .check(
          z.trim(),
          z.minLength(servers === 'all' ? 1 : 0, { error: t('Enter the address of your {name}.', { name }) }),
        ),
      key: z.string().check(z.trim(), z.minLength(1, { error: t('Enter an API key of {name}.', { name }) })),
      history: z.boolean(),
    }),
    defaultValues: { url: '', key: '', history: source.history },
    onSubmit: ({ url, key, history }) =>
      start.mutateAsync({ from: source.id, key, ...(url && { url }), ...(history && { history }) }),
    onSuccess: (job) => onStarted(job.id),
  });
  return (
    <FormDialog form={form} onClose={onClose} title={t('Import from {name}', { name })} action={t('Read links')}>
      {servers !== 'none' && (
        <Field
          label={t('Server')}
          hint={servers === 'all' ? undefined : t('Only if you run your own {name}.', { name })}
          error={form.errorOf('url')}
        >
          {(control) => (
            <UrlInput
              {...control}
              autoFocus
              maxLength={MAX_URL}
              placeholder="https://go.example.com"
              {...form.register('url')}
            />
          )}
        </Field>
      )}
      <Field label={t('API key')} hint={KEY_HINTS[source.id]} error={form.errorOf('key')}>
        {(control) => (
          <PasswordInput
            {...control}
            what={t('API key')}
            autoFocus={servers === 'none'}
            autoComplete="off"
            maxLength={MAX_KEY}
            {...form.register('key')}
          />
        )}
      </Field>
      {source.history && (
        <label htmlFor={historyId} className="flex items-start gap-2">
          <Checkbox id={historyId} {...form.register('history')} />
          <span>
            {t('Import the click history')}
            <span className="ui-small ui-muted block">{HISTORY_HINTS[source.id]}</span>
          </span>
        </label>
      )}
      <p className="ui-small ui-muted">
        {t(
          'Nothing changes there or here yet: when all links are read, you see what would be imported. The key is stored encrypted, and deleted when all links are read.',
        )}
      </p>
    </FormDialog>
  );
}

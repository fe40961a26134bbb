import * as z from 'zod/mini';
import type { Domain } from '@/entities/domain/domain.types';
import { Field, Textarea } from '@/shared/ui/field';
import { SettingsActions } from './settings-actions';
import { type DomainForm, useDomainForm } from './use-domain-form';

const MAX_NOTES = 1000;

const schema = z.object({ notes: z.string().check(z.maxLength(MAX_NOTES, `Use at most ${MAX_NOTES} characters.`)) });

const notesForm: DomainForm<z.infer<typeof schema>> = {
  schema,
  toForm: ({ notes }) => ({ notes: notes ?? '' }),
  toChange: ({ notes }) => ({ notes: notes.trim() === '' ? null : notes }),
};

/** Text about the domain for members. */
export function NotesForm({ domain }: { domain: Domain }) {
  const form = useDomainForm({ domain, ...notesForm });
  return (
    <form noValidate onSubmit={form.submit}>
      <Field label="Notes" className="ui-full" error={form.errorOf('notes')} hint="Found by the search of the list.">
        {(control) => <Textarea {...control} {...form.register('notes')} />}
      </Field>
      <SettingsActions form={form} domain={domain} label="Save notes" />
    </form>
  );
}

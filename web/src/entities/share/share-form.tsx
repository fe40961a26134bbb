import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { folders, tags } from '@/entities/label/label.queries';
import { ApiError, messageOf } from '@/shared/api/errors';
import { Button } from '@/shared/ui/button';
import { Field } from '@/shared/ui/field';
import { PasswordInput } from '@/shared/ui/password-input';
import { Select } from '@/shared/ui/select';
import { toast } from '@/shared/ui/toast';
import { type ShareScope, type ShareSubject, useShareChanges } from './share.queries';
import { EXPIRIES, type Expiry, endOf } from './share-expiry';

interface Props {
  subject: ShareSubject;
  /** The address of the new page, which is told only once. */
  onMade: (url: string) => void;
}

const spell = ({ scope, subjectId }: ShareSubject) => `${scope}/${subjectId ?? ''}`;

/** What the whole workspace may share instead: one of its folders or tags. */
function useSubjects(whole: boolean) {
  const inFolders = useQuery({ ...folders(), enabled: whole });
  const withTags = useQuery({ ...tags(), enabled: whole });
  return [
    { value: 'workspace/', label: 'All links' },
    ...(inFolders.data ?? []).map(({ id, name }) => ({ value: `folder/${id}`, label: `Folder: ${name}` })),
    ...(withTags.data ?? []).map(({ id, name }) => ({ value: `tag/${id}`, label: `Tag: ${name}` })),
  ];
}

/** Makes a page of figures for people without an account. */
export function ShareForm({ subject, onMade }: Props) {
  const whole = subject.scope === 'workspace';
  const subjects = useSubjects(whole);
  const [chosen, setChosen] = useState(spell(subject));
  const [password, setPassword] = useState('');
  const [expiry, setExpiry] = useState<Expiry>('never');
  const { create } = useShareChanges();
  const fault = create.error instanceof ApiError ? create.error.errors.find((one) => one.field === 'password') : null;

  async function submit(event: FormEvent) {
    event.preventDefault();
    const [scope, subjectId] = chosen.split('/');
    try {
      const made = await create.mutateAsync({
        scope: scope as ShareScope,
        subjectId: subjectId || null,
        password: password || null,
        expiresAt: endOf(expiry, Date.now()),
      });
      setPassword('');
      onMade(made.url);
    } catch (error) {
      if (!(error instanceof ApiError && error.errors.length > 0)) {
        toast({ title: 'Nothing was shared', text: messageOf(error), tone: 'bad' });
      }
    }
  }

  return (
    <form className="share-form" onSubmit={submit}>
      {whole && (
        <Field label="What is shown">
          {(control) => <Select {...control} value={chosen} options={subjects} onChange={setChosen} />}
        </Field>
      )}
      <Field label="Password" hint="Leave it empty to let in whoever has the address." error={fault?.message}>
        {(control) => (
          <PasswordInput
            {...control}
            autoComplete="new-password"
            maxLength={200}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Field>
      <Field label="Shared for">
        {(control) => <Select {...control} value={expiry} options={EXPIRIES} onChange={setExpiry} />}
      </Field>
      <Button type="submit" tone="primary" busy={create.isPending}>
        Make a public page
      </Button>
    </form>
  );
}

import { type FormEvent, useState } from 'react';
import { useShareMutations } from '@/entities/share/share.queries';
import { EXPIRIES, type Expiry, endOf } from '@/entities/share/share-expiry';
import { ApiError, messageOf } from '@/shared/api/errors';
import { copyText } from '@/shared/lib/clipboard';
import { Button } from '@/shared/ui/button';
import { Checkbox } from '@/shared/ui/choice';
import { Field, Input } from '@/shared/ui/field';
import { PasswordInput } from '@/shared/ui/password-input';
import { Select } from '@/shared/ui/select';
import { toast } from '@/shared/ui/toast';
import type { ReportView } from '@/widgets/report/use-report';
import {
  PART_GROUPS,
  type PartGroup,
  type PeriodKind,
  periodChoices,
  selectionOf,
  suggestedName,
} from './share-selection';
import { ShareSummary } from './share-summary';

interface Props {
  view: ReportView;
  /** What the figures are about, in words. */
  name: string;
  /** The address of the new page, which the server returns only once, and whether it is on the clipboard. */
  onMade: (url: string, copied: boolean) => void;
}

/** Creates a public page of the report on the screen. */
export function ShareForm({ view, name, onMade }: Props) {
  const periods = periodChoices(view);
  const [title, setTitle] = useState(() => suggestedName(view, view.linkId ? name : 'All links'));
  const [period, setPeriod] = useState<PeriodKind>(periods[0]?.value ?? 'fixed');
  const [groups, setGroups] = useState<ReadonlySet<PartGroup>>(new Set(PART_GROUPS.map((group) => group.name)));
  const [password, setPassword] = useState('');
  const [expiry, setExpiry] = useState<Expiry>('never');
  const { create } = useShareMutations();
  const errors = create.error instanceof ApiError ? create.error.errors : [];
  const faultOf = (field: string) => errors.find((one) => one.field === field)?.message;

  function toggle(group: PartGroup) {
    const next = new Set(groups);
    if (!next.delete(group)) next.add(group);
    setGroups(next);
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    try {
      const made = await create.mutateAsync({
        scope: view.linkId ? 'link' : 'workspace',
        subjectId: view.linkId ?? null,
        name: title.trim() || null,
        password: password || null,
        expiresAt: endOf(expiry, Date.now()),
        ...selectionOf(view, period, groups),
      });
      onMade(made.url, await copyText(made.url));
    } catch (error) {
      const shown =
        error instanceof ApiError && error.errors.some(({ field }) => field === 'password' || field === 'name');
      if (!shown) toast({ title: 'The page was not created', text: messageOf(error), tone: 'bad' });
    }
  }

  return (
    <form className="share-form" onSubmit={submit}>
      <ShareSummary view={view} />
      <Field label="Period">
        {(control) => <Select {...control} value={period} options={periods} onChange={setPeriod} />}
      </Field>
      <fieldset className="share-parts">
        <legend>Include besides totals and chart</legend>
        {PART_GROUPS.filter((group) => !(view.linkId && group.name === 'links')).map((group) => (
          <label key={group.name} htmlFor={`share-${group.name}`}>
            <Checkbox id={`share-${group.name}`} checked={groups.has(group.name)} onChange={() => toggle(group.name)} />
            {group.label}
          </label>
        ))}
      </fieldset>
      <Field label="Name" hint="Shown as the page's title." error={faultOf('name')}>
        {(control) => (
          <Input {...control} value={title} maxLength={100} onChange={(event) => setTitle(event.target.value)} />
        )}
      </Field>
      <Field label="Password" hint="Leave empty to allow everyone with the link." error={faultOf('password')}>
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
        Create public page
      </Button>
    </form>
  );
}

import { type FormEvent, useState } from 'react';
import { useShareMutations } from '@/entities/share/share.queries';
import { EXPIRIES, type Expiry, expiryTime } from '@/entities/share/share-expiry';
import { ApiError, messageOf } from '@/shared/api/errors';
import { copyText } from '@/shared/lib/clipboard';
import { Button } from '@/shared/ui/button';
import { Checkbox } from '@/shared/ui/choice';
import { Field, Input } from '@/shared/ui/field';
import { PasswordInput } from '@/shared/ui/password-input';
import { Select } from '@/shared/ui/select';
import { toast } from '@/shared/ui/toast';
import { useReport, useReportData } from '@/widgets/report/report-context';
import {
  PART_GROUPS,
  type PartGroup,
  type PeriodKind,
  periodOptions,
  shareSelection,
  suggestedName,
} from './share-selection';
import { ShareSummary } from './share-summary';

interface Props {
  /** The subject of the report: "Analytics", or a link's alias. */
  name: string;
  /** Called with the URL of the new page, which the server returns only once, and whether it was copied. */
  onCreated: (url: string, copied: boolean) => void;
}

/** Creates a public page of the report on the screen. */
export function ShareForm({ name, onCreated }: Props) {
  const settings = useReport();
  const { data: report } = useReportData((data) => data);
  const source = { settings, report };
  const { linkId } = settings;
  const periods = periodOptions(source);
  const [title, setTitle] = useState(() => suggestedName(source, linkId ? name : 'All links'));
  const [period, setPeriod] = useState<PeriodKind>(periods[0]?.value ?? 'fixed');
  const [groups, setGroups] = useState<ReadonlySet<PartGroup>>(new Set(PART_GROUPS.map((group) => group.name)));
  const [password, setPassword] = useState('');
  const [expiry, setExpiry] = useState<Expiry>('never');
  const { create } = useShareMutations();
  const errors = create.error instanceof ApiError ? create.error.errors : [];
  const errorOf = (field: string) => errors.find(({ field: name }) => name === field)?.message;

  function toggle(group: PartGroup) {
    const next = new Set(groups);
    if (!next.delete(group)) next.add(group);
    setGroups(next);
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    try {
      const created = await create.mutateAsync({
        scope: linkId ? 'link' : 'workspace',
        subjectId: linkId ?? null,
        name: title.trim() || null,
        password: password || null,
        expiresAt: expiryTime(expiry, Date.now()),
        ...shareSelection(source, period, groups),
      });
      onCreated(created.url, await copyText(created.url));
    } catch (error) {
      const shown =
        error instanceof ApiError && error.errors.some(({ field }) => field === 'password' || field === 'name');
      if (!shown) toast({ title: "Couldn't create the page", text: messageOf(error), tone: 'bad' });
    }
  }

  return (
    <form className="share-form" onSubmit={submit}>
      <ShareSummary />
      <Field label="Period">
        {(control) => <Select {...control} value={period} options={periods} onChange={setPeriod} />}
      </Field>
      <fieldset className="share-parts">
        <legend>Include in addition to totals and chart</legend>
        {PART_GROUPS.filter((group) => !(linkId && group.name === 'links')).map((group) => (
          <label key={group.name} htmlFor={`share-${group.name}`}>
            <Checkbox id={`share-${group.name}`} checked={groups.has(group.name)} onChange={() => toggle(group.name)} />
            {group.label}
          </label>
        ))}
      </fieldset>
      <Field label="Name" hint="Shown as the page's title." error={errorOf('name')}>
        {(control) => (
          <Input {...control} value={title} maxLength={100} onChange={(event) => setTitle(event.target.value)} />
        )}
      </Field>
      <Field label="Password" hint="Leave empty to allow everyone with the link." error={errorOf('password')}>
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
      <Field label="Expires">
        {(control) => <Select {...control} value={expiry} options={EXPIRIES} onChange={setExpiry} />}
      </Field>
      <Button type="submit" tone="primary" busy={create.isPending}>
        Create public page
      </Button>
    </form>
  );
}

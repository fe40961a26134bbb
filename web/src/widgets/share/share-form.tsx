import { useController } from 'react-hook-form';
import * as z from 'zod/mini';
import { type CreateShare, useShareMutations } from '@/entities/share/share.queries';
import { EXPIRIES, expiryTime } from '@/entities/share/share-expiry';
import { FormSummary } from '@/shared/forms/form-summary';
import { useAppForm } from '@/shared/forms/use-app-form';
import { t } from '@/shared/i18n/t';
import { copyText } from '@/shared/lib/clipboard';
import { Button } from '@/shared/ui/button';
import { Checkbox } from '@/shared/ui/checkbox';
import { Field, Input } from '@/shared/ui/field';
import { PasswordInput } from '@/shared/ui/password-input';
import { Select } from '@/shared/ui/select';
import { useReport, useReportData } from '@/widgets/report/report-context';
import { PART_GROUPS, PERIOD_KINDS, periodOptions, shareSelection, suggestedName } from './share-selection';
import { ShareSummary } from './share-summary';

const schema = z.object({
  period: z.enum(PERIOD_KINDS),
  parts: z.array(z.enum(PART_GROUPS.map(({ name }) => name))),
  name: z.string(),
  password: z.string(),
  expiresAt: z.enum(EXPIRIES.map(({ value }) => value)),
});

type Form = z.infer<typeof schema>;

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
  const { create } = useShareMutations();
  const toShare = ({ period, parts, name: title, password, expiresAt }: Form): CreateShare => ({
    scope: linkId ? 'link' : 'workspace',
    subjectId: linkId ?? null,
    name: title.trim() || null,
    password: password || null,
    expiresAt: expiryTime(expiresAt, Date.now()),
    ...shareSelection(source, period, new Set(parts)),
  });
  const form = useAppForm({
    schema,
    defaultValues: {
      period: periods[0]?.value ?? 'fixed',
      parts: PART_GROUPS.map((group) => group.name),
      name: suggestedName(source, linkId ? name : t('All links')),
      password: '',
      expiresAt: 'never',
    },
    onSubmit: async (values: Form) => {
      const { url } = await create.mutateAsync(toShare(values));
      return { url, copied: await copyText(url) };
    },
    onSuccess: ({ url, copied }) => onCreated(url, copied),
  });
  const { field: period } = useController({ control: form.control, name: 'period' });
  const { field: expiresAt } = useController({ control: form.control, name: 'expiresAt' });

  return (
    <form className="share-form" noValidate onSubmit={form.submit}>
      <ShareSummary />
      <Field label={t('Period')} error={form.errorOf('period')}>
        {(control) => (
          <Select {...control} ref={period.ref} value={period.value} options={periods} onChange={period.onChange} />
        )}
      </Field>
      <fieldset className="share-parts">
        <legend>{t('Include in addition to totals and chart')}</legend>
        {PART_GROUPS.filter((group) => !(linkId && group.name === 'links')).map((group) => (
          <label key={group.name} htmlFor={`share-${group.name}`}>
            <Checkbox id={`share-${group.name}`} value={group.name} {...form.register('parts')} />
            {group.label}
          </label>
        ))}
      </fieldset>
      <Field label={t('Name')} hint={t("Shown as the page's title.")} error={form.errorOf('name')}>
        {(control) => <Input {...control} maxLength={100} {...form.register('name')} />}
      </Field>
      <Field
        label={t('Password')}
        hint={t('Leave empty to allow everyone with the link.')}
        error={form.errorOf('password')}
      >
        {(control) => (
          <PasswordInput {...control} autoComplete="new-password" maxLength={200} {...form.register('password')} />
        )}
      </Field>
      <Field label={t('Expires')} error={form.errorOf('expiresAt')}>
        {(control) => (
          <Select
            {...control}
            ref={expiresAt.ref}
            value={expiresAt.value}
            options={EXPIRIES}
            onChange={expiresAt.onChange}
          />
        )}
      </Field>
      <FormSummary messages={form.summary} />
      <Button type="submit" tone="primary" busy={form.isPending}>
        {t('Create public page')}
      </Button>
    </form>
  );
}

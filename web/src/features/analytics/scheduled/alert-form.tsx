import { useQuery } from '@tanstack/react-query';
import { useController, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { type Alert, useSaveAlert } from '@/entities/alert/alert.queries';
import { memberList } from '@/entities/member/member.queries';
import type { ReportFilter } from '@/entities/scheduled-report/scheduled-report.queries';
import { useUser } from '@/entities/session/use-session';
import { FormDialog } from '@/shared/forms/form-dialog';
import { useAppForm } from '@/shared/forms/use-app-form';
import { t } from '@/shared/i18n/t';
import { Field, Input } from '@/shared/ui/field';
import { Select } from '@/shared/ui/select';
import { toast } from '@/shared/ui/toast';
import { ALERT_DEFAULTS, ALERT_KINDS, alertHint, alertSentence } from './alert-texts';
import { FilterPicker, withoutLabels } from './filter-picker';
import { ReceiverPicker } from './receiver-picker';
import { MAX_REPORT_NAME } from './report-texts';
import './scheduled.css';

const digits = z.string().check(z.trim(), z.regex(/^\d{1,9}$/, { error: t('Enter a number.') }));

const schema = z.object({
  name: z.string().check(z.trim(), z.minLength(1, { error: t('Enter a name for the alert.') })),
  kind: z.enum(['spike', 'fall', 'first_click']),
  percent: digits,
  minClicks: digits,
  filters: z.array(z.custom<ReportFilter>()),
  receiverIds: z.array(z.string()).check(z.minLength(1, { error: t('Choose at least one receiver.') })),
});

interface Props {
  /** The alert to edit; undefined creates one. */
  alert?: Alert;
  /** The values of a new alert. */
  initial?: { name: string; filters: ReportFilter[] };
  onClose: () => void;
}

/** The dialog that creates an alert, or edits one. */
export function AlertForm({ alert, initial, onClose }: Props) {
  const self = useUser()?.id ?? '';
  const save = useSaveAlert(alert?.id);
  const rule = alert ?? ALERT_DEFAULTS.spike;
  const form = useAppForm({
    schema,
    defaultValues: {
      name: alert?.name ?? initial?.name ?? '',
      kind: alert?.kind ?? 'spike',
      percent: String(rule.percent),
      minClicks: String(rule.minClicks),
      filters: alert?.filters ?? initial?.filters ?? [],
      receiverIds: alert ? [...(alert.receiverIds ?? [])] : [self],
    },
    onSubmit: (values) =>
      save.mutateAsync({
        ...values,
        percent: Number(values.percent),
        minClicks: Number(values.minClicks),
        filters: withoutLabels(values.filters),
      }),
    onSuccess: () => {
      toast({ title: alert ? t('Alert saved') : t('Alert created') });
      onClose();
    },
  });
  const { field: kind } = useController({ control: form.control, name: 'kind' });
  const { field: filters } = useController({ control: form.control, name: 'filters' });
  const { field: receiverIds } = useController({ control: form.control, name: 'receiverIds' });
  const [percent, minClicks] = useWatch({ control: form.control, name: ['percent', 'minClicks'] });
  const { data: members = [] } = useQuery(memberList());
  const names = members
    .filter(({ userId }) => receiverIds.value.includes(userId))
    .map(({ firstName, lastName }) => `${firstName} ${lastName}`);
  const changeKind = (next: Alert['kind']) => {
    kind.onChange(next);
    form.methods.setValue('percent', String(ALERT_DEFAULTS[next].percent));
    form.methods.setValue('minClicks', String(ALERT_DEFAULTS[next].minClicks));
  };
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      width={560}
      title={alert ? t('Edit alert') : t('Create alert')}
      description={t('In the app, by email and to webhooks.')}
      action={alert ? t('Save changes') : t('Create alert')}
    >
      <Field label={t('Name')} hint={t('The subject of the emails begins with it.')} error={form.errorOf('name')}>
        {(control) => <Input {...control} maxLength={MAX_REPORT_NAME} {...form.register('name')} />}
      </Field>
      <Field label={t('Kind')} error={form.errorOf('kind')}>
        {(control) => (
          <Select {...control} ref={kind.ref} value={kind.value} options={ALERT_KINDS} onChange={changeKind} />
        )}
      </Field>
      {kind.value !== 'first_click' && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label={kind.value === 'spike' ? t('Percent above usual') : t('Percent below usual')}
            error={form.errorOf('percent')}
          >
            {(control) => <Input {...control} inputMode="numeric" autoComplete="off" {...form.register('percent')} />}
          </Field>
          <Field
            label={kind.value === 'spike' ? t('Clicks in the hour, at least') : t('Usual clicks of the day, at least')}
            error={form.errorOf('minClicks')}
          >
            {(control) => <Input {...control} inputMode="numeric" autoComplete="off" {...form.register('minClicks')} />}
          </Field>
        </div>
      )}
      <div className="scheduled-rule" aria-live="polite">
        <p>{alertSentence({ kind: kind.value, names, percent, minClicks })}</p>
        <p className="ui-small ui-muted">{alertHint(kind.value)}</p>
      </div>
      <FilterPicker
        filters={filters.value}
        onRemove={(gone) => filters.onChange(filters.value.filter((filter) => filter !== gone))}
        error={form.errorOf('filters')}
        hint={t('For other filters, set them in Analytics and create an alert there.')}
      />
      <ReceiverPicker value={receiverIds.value} onChange={receiverIds.onChange} error={form.errorOf('receiverIds')} />
    </FormDialog>
  );
}

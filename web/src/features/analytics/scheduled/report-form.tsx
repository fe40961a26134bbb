import { useController } from 'react-hook-form';
import * as z from 'zod/mini';
import {
  type ReportFilter,
  type ScheduledReport,
  useSaveReport,
} from '@/entities/scheduled-report/scheduled-report.queries';
import { useUser } from '@/entities/session/use-session';
import { FormDialog } from '@/shared/forms/form-dialog';
import { useAppForm } from '@/shared/forms/use-app-form';
import { t } from '@/shared/i18n/t';
import { Field, Input } from '@/shared/ui/field';
import { Select } from '@/shared/ui/select';
import { toast } from '@/shared/ui/toast';
import { FilterPicker, withoutLabels } from './filter-picker';
import { ReceiverPicker } from './receiver-picker';
import { INTERVALS, MAX_REPORT_NAME } from './report-texts';
import './scheduled.css';

const schema = z.object({
  name: z.string().check(z.trim(), z.minLength(1, { error: t('Enter a name for the report.') })),
  every: z.enum(['week', 'month']),
  filters: z.array(z.custom<ReportFilter>()),
  receiverIds: z.array(z.string()).check(z.minLength(1, { error: t('Choose at least one receiver.') })),
});

interface Props {
  /** The report to edit; undefined creates one. */
  report?: ScheduledReport;
  /** The values of a new report. */
  initial?: { name: string; filters: ReportFilter[]; traffic: ScheduledReport['traffic'] };
  onClose: () => void;
}

/** The dialog that schedules a report, or edits one. */
export function ReportForm({ report, initial, onClose }: Props) {
  const self = useUser()?.id ?? '';
  const save = useSaveReport(report?.id);
  const receivers = report?.receivers ?? [];
  const form = useAppForm({
    schema,
    defaultValues: {
      name: report?.name ?? initial?.name ?? '',
      every: report?.every ?? 'week',
      filters: report?.filters ?? initial?.filters ?? [],
      receiverIds: report ? [...(report.receiverIds ?? [])] : [self],
    },
    onSubmit: (values) =>
      save.mutateAsync({
        ...values,
        filters: withoutLabels(values.filters),
        traffic: report?.traffic ?? initial?.traffic ?? 'human',
      }),
    onSuccess: () => {
      toast({ title: report ? t('Report saved') : t('Report scheduled') });
      onClose();
    },
  });
  const { field: every } = useController({ control: form.control, name: 'every' });
  const { field: filters } = useController({ control: form.control, name: 'filters' });
  const { field: receiverIds } = useController({ control: form.control, name: 'receiverIds' });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      width={560}
      title={report ? t('Edit report') : t('Schedule report')}
      description={t('Clicks, visitors, top links, countries and referrers by email.')}
      action={report ? t('Save changes') : t('Schedule report')}
    >
      <Field label={t('Name')} hint={t('The subject of the emails begins with it.')} error={form.errorOf('name')}>
        {(control) => <Input {...control} maxLength={MAX_REPORT_NAME} {...form.register('name')} />}
      </Field>
      <Field label={t('Interval')} error={form.errorOf('every')}>
        {(control) => (
          <Select {...control} ref={every.ref} value={every.value} options={INTERVALS} onChange={every.onChange} />
        )}
      </Field>
      <FilterPicker
        filters={filters.value}
        onRemove={(gone) => filters.onChange(filters.value.filter((filter) => filter !== gone))}
        error={form.errorOf('filters')}
        hint={t('For other filters, set them in Analytics and schedule a report there.')}
      />
      <ReceiverPicker
        value={receiverIds.value}
        unsubscribed={receivers.flatMap((to) => (to.unsubscribed ? [to.userId] : []))}
        onChange={receiverIds.onChange}
        error={form.errorOf('receiverIds')}
      />
    </FormDialog>
  );
}

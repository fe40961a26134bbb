import { useId } from 'react';
import * as z from 'zod/mini';
import { useAppForm } from '@/shared/forms/use-app-form';
import { t } from '@/shared/i18n/t';
import { type Day, dayOf, isDay } from '@/shared/lib/zoned';
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { Field, Input } from '@/shared/ui/field';
import { useReport } from '../report-context';

interface Props {
  title: string;
  onClose: () => void;
  onChoose: (from: Day, to: Day) => void;
}

// Errors of the range are those of its last day.
const schema = z.object({ from: z.string(), to: z.string() }).check(
  z.refine(({ from, to }) => isDay(from) && isDay(to), { path: ['to'], error: t('Enter both days.'), abort: true }),
  z.refine(({ from, to }) => from <= to, { path: ['to'], error: t('The last day is before the first day.') }),
);

/** A form for a range of days. Both days are included. */
export function RangeDialog({ title, onClose, onChoose }: Props) {
  const { span, zone, now } = useReport();
  const id = useId();
  const today = dayOf(now, zone);
  const form = useAppForm({
    schema,
    guard: false,
    defaultValues: {
      from: dayOf(span.start ?? now, zone),
      to: span.end === null ? today : dayOf(span.end - 1, zone),
    },
    onSubmit: async (range) => range,
    onSuccess: ({ from, to }) => {
      onChoose(from, to);
      onClose();
    },
  });
  const error = form.errorOf('to');
  const invalid = error ? { 'aria-invalid': true, 'aria-describedby': `${id}-error` } : {};
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      width={420}
      description={t('Days begin at midnight in {zone}.', { zone })}
      footer={
        <Button type="submit" form={id} tone="primary" className="ml-auto">
          {t('Apply')}
        </Button>
      }
    >
      <form id={id} className="grid gap-4 sm:grid-cols-2" onSubmit={form.submit} noValidate>
        <Field label={t('First day')}>
          {(control) => (
            <Input
              {...control}
              {...invalid}
              type="date"
              autoFocus
              max={today}
              {...form.register('from', { deps: 'to' })}
            />
          )}
        </Field>
        <Field label={t('Last day')}>
          {(control) => <Input {...control} {...invalid} type="date" max={today} {...form.register('to')} />}
        </Field>
        {error && (
          <p id={`${id}-error`} className="ui-hint ui-error sm:col-span-2" role="alert">
            {error}
          </p>
        )}
      </form>
    </Dialog>
  );
}

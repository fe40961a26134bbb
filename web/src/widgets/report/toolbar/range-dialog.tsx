import { type FormEvent, useId, useState } from 'react';
import { type Day, dayOf, isDay } from '@/shared/lib/zoned';
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { useReport } from '../report-context';

interface Props {
  title: string;
  onClose: () => void;
  onChoose: (from: Day, to: Day) => void;
}

/** A form for a range of days. Both days are included. */
export function RangeDialog({ title, onClose, onChoose }: Props) {
  const { span, zone, now } = useReport();
  const form = useId();
  const today = dayOf(now, zone);
  const [from, setFrom] = useState(dayOf(span.start ?? now, zone));
  const [to, setTo] = useState(span.end === null ? today : dayOf(span.end - 1, zone));
  const [submitted, setSubmitted] = useState(false);
  const error =
    !isDay(from) || !isDay(to) ? 'Enter both days.' : from > to ? 'The last day is before the first day.' : '';
  const invalid = submitted && error !== '';
  const field = invalid ? { 'aria-invalid': true, 'aria-describedby': `${form}-error` } : {};

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    setSubmitted(true);
    if (error) return;
    onChoose(from, to);
    onClose();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      width={420}
      description={`Days begin at midnight in ${zone}.`}
      footer={
        <Button type="submit" form={form} tone="primary" className="ml-auto">
          Apply
        </Button>
      }
    >
      <form id={form} className="grid gap-4 sm:grid-cols-2" onSubmit={onSubmit} noValidate>
        <label className="ui-field">
          <span className="ui-label">First day</span>
          <input
            className="ui-input"
            type="date"
            autoFocus
            {...field}
            max={today}
            value={from}
            onChange={(event) => setFrom(event.target.value)}
          />
        </label>
        <label className="ui-field">
          <span className="ui-label">Last day</span>
          <input
            className="ui-input"
            type="date"
            {...field}
            max={today}
            value={to}
            onChange={(event) => setTo(event.target.value)}
          />
        </label>
        {invalid && (
          <p id={`${form}-error`} className="ui-hint ui-error sm:col-span-2" role="alert">
            {error}
          </p>
        )}
      </form>
    </Dialog>
  );
}

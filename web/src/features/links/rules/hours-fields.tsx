import { loadZones } from '@/shared/lib/time-zones';
import { Combobox } from '@/shared/ui/combobox';
import { Input } from '@/shared/ui/field';
import { CheckboxRow } from './checkbox-row';
import type { Hours } from './rule-fields';

const DAYS = [
  ['mon', 'Mon'],
  ['tue', 'Tue'],
  ['wed', 'Wed'],
  ['thu', 'Thu'],
  ['fri', 'Fri'],
  ['sat', 'Sat'],
  ['sun', 'Sun'],
] as const;

interface Props {
  hours: Hours;
  invalid: boolean;
  describedBy: string | undefined;
  onChange: (hours: Hours) => void;
}

/** Weekdays, hours and a time zone. No day means every day; an end before the start means overnight. */
export function HoursFields({ hours, invalid, describedBy, onChange }: Props) {
  const change = (patch: Partial<Hours>) => onChange({ ...hours, ...patch });
  const errorProps = { 'aria-invalid': invalid || undefined, 'aria-describedby': describedBy };
  const overnight = hours.from > hours.to && hours.to !== '00:00';
  return (
    <div className="clock-fields">
      <CheckboxRow
        label="Days"
        choices={DAYS}
        values={hours.days.map((day) => day.toLowerCase())}
        onChange={(chosen) => change({ days: DAYS.map(([day]) => day).filter((day) => chosen.includes(day)) })}
      />
      <span className="link-form-clock">
        <Input
          type="time"
          aria-label="From"
          value={hours.from}
          {...errorProps}
          onChange={(event) => change({ from: event.target.value })}
        />
        <span aria-hidden="true">–</span>
        <Input
          type="time"
          aria-label="To"
          // A time input has no 24:00; it shows the end of the day as 00:00.
          value={hours.to === '24:00' ? '00:00' : hours.to}
          {...errorProps}
          onChange={(event) => change({ to: event.target.value === '00:00' ? '24:00' : event.target.value })}
        />
      </span>
      <Combobox
        aria-label="Time zone"
        value={hours.timeZone}
        shown={hours.timeZone.replaceAll('_', ' ')}
        load={loadZones}
        onChange={({ value }) => change({ timeZone: value })}
        placeholder="Time zone"
        searchPlaceholder="Berlin"
        emptyText="No time zone found."
        listLabel="Time zones"
      />
      <p className="ui-hint">
        {hours.days.length === 0 && 'Every day. '}
        {overnight && `Ends at ${hours.to} the next day.`}
      </p>
    </div>
  );
}

import { t } from '@/shared/i18n/t';
import { loadZones } from '@/shared/lib/time-zones';
import { Combobox } from '@/shared/ui/combobox';
import { Input } from '@/shared/ui/field';
import { CheckboxRow } from './checkbox-row';
import type { Hours } from './rule-fields';

const DAYS = [
  ['mon', t('Mon')],
  ['tue', t('Tue')],
  ['wed', t('Wed')],
  ['thu', t('Thu')],
  ['fri', t('Fri')],
  ['sat', t('Sat')],
  ['sun', t('Sun')],
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
        label={t('Days')}
        choices={DAYS}
        values={hours.days.map((day) => day.toLowerCase())}
        onChange={(chosen) => change({ days: DAYS.map(([day]) => day).filter((day) => chosen.includes(day)) })}
      />
      <span className="link-form-clock">
        <Input
          type="time"
          aria-label={t('From')}
          value={hours.from}
          {...errorProps}
          onChange={(event) => change({ from: event.target.value })}
        />
        <span aria-hidden="true">–</span>
        <Input
          type="time"
          aria-label={t('To')}
          // A time input has no 24:00; it shows the end of the day as 00:00.
          value={hours.to === '24:00' ? '00:00' : hours.to}
          {...errorProps}
          onChange={(event) => change({ to: event.target.value === '00:00' ? '24:00' : event.target.value })}
        />
      </span>
      <Combobox
        aria-label={t('Time zone')}
        value={hours.timeZone}
        shown={hours.timeZone.replaceAll('_', ' ')}
        load={loadZones}
        onChange={({ value }) => change({ timeZone: value })}
        placeholder={t('Time zone')}
        searchPlaceholder={t('Berlin')}
        emptyText={t('No time zone found.')}
        listLabel={t('Time zones')}
      />
      <p className="ui-hint">
        {[hours.days.length === 0 && t('Every day.'), overnight && t('Ends at {to} the next day.', { to: hours.to })]
          .filter(Boolean)
          .join(' ')}
      </p>
    </div>
  );
}

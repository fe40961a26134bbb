import { useId } from 'react';
import { eventGroups } from '@/entities/webhook/webhook-events';
import { t } from '@/shared/i18n/t';
import { LabelledBox } from './labelled-box';

interface Props {
  events: readonly string[];
  onChange: (events: string[]) => void;
  error?: string;
}

/** The events of a webhook as check boxes, in groups with a check box for all of them. */
export function EventPicker({ events, onChange, error }: Props) {
  const id = useId();
  const set = (names: readonly string[], on: boolean) => {
    const others = events.filter((one) => !names.includes(one));
    onChange(on ? [...others, ...names] : others);
  };
  return (
    <fieldset className="hook-events" aria-describedby={error ? `${id}-error` : undefined}>
      <legend>{t('Events')}</legend>
      {eventGroups().map((group) => {
        const names = group.events.map(({ value }) => value);
        const chosen = names.filter((name) => events.includes(name)).length;
        return (
          <div key={group.label} role="group" aria-label={group.label} className="hook-group">
            <LabelledBox
              checked={chosen === names.length}
              indeterminate={chosen > 0 && chosen < names.length}
              onChange={(on) => set(names, on)}
            >
              <b>{group.label}</b>
            </LabelledBox>
            <div className="hook-choices">
              {group.events.map(({ value, label }) => (
                <LabelledBox key={value} checked={events.includes(value)} onChange={(on) => set([value], on)}>
                  <span>
                    {label}
                    <span className="ui-hint ui-mono">{value}</span>
                  </span>
                </LabelledBox>
              ))}
            </div>
          </div>
        );
      })}
      {error && (
        <p id={`${id}-error`} className="ui-hint ui-error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}

import { useId } from 'react';
import type { Billing } from '@/entities/package/package.types';

const PERIODS: readonly { value: Billing; label: string }[] = [
  { value: 'monthly', label: 'Monthly' },
  { value: 'yearly', label: 'Yearly (Save 16%)' },
];

/** Monthly or yearly: two radio buttons, so that it works like any other choice. */
export function BillingSwitch() {
  const name = useId();
  return (
    <fieldset className="ui-segmented pricing-billing" data-part="billing">
      <legend className="ui-sr-only">Billing period</legend>
      {PERIODS.map(({ value, label }) => (
        <label key={value}>
          <input
            className="ui-sr-only"
            type="radio"
            name={name}
            value={value}
            defaultChecked={value === 'monthly'}
            autoComplete="off"
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

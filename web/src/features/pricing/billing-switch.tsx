import { useId } from 'react';
import type { Billing } from '@/entities/package/package.queries';

const PERIODS = [
  { value: 'monthly', label: 'Monthly' },
  { value: 'yearly', label: 'Yearly (Save 16%)' },
] as const;

/** Monthly or yearly: two radio buttons, so that it works like any other choice. */
export function BillingSwitch({ value, onChange }: { value: Billing; onChange: (value: Billing) => void }) {
  const name = useId();
  return (
    <fieldset className="ui-segmented pricing-billing">
      <legend className="ui-sr-only">Billing period</legend>
      {PERIODS.map((period) => (
        <label key={period.value}>
          <input
            className="ui-sr-only"
            type="radio"
            name={name}
            value={period.value}
            checked={value === period.value}
            onChange={() => onChange(period.value)}
          />
          {period.label}
        </label>
      ))}
    </fieldset>
  );
}

import { useId } from 'react';
import * as z from 'zod/mini';
import type { Domain } from '@/entities/domain/domain.types';
import { SettingsActions } from './settings-actions';
import { type DomainForm, useDomainForm } from './use-domain-form';

const MODES: readonly { value: Domain['privacy']; label: string; hint: string }[] = [
  {
    value: 'full',
    label: 'Full',
    hint: 'Stores place, browser, device, language, referrer URL and daily unique visitors. The IP address is deleted once the click is processed.',
  },
  {
    value: 'no-address',
    label: 'No address',
    hint: 'Never stores the IP address, not even until the click is processed: reports have no places and no unique visitors.',
  },
  {
    value: 'aggregate',
    label: 'Aggregate only',
    hint: 'Clicks are counted and never listed, streamed or exported singly. Their time is the hour, and nothing that tells visitors apart is stored. Browser, device and language are still counted; conversions are not tracked.',
  },
];

const schema = z.object({ privacy: z.enum(['full', 'no-address', 'aggregate']) });

const privacyForm: DomainForm<z.infer<typeof schema>> = {
  schema,
  toForm: ({ privacy }) => ({ privacy }),
  toChange: (values) => values,
};

/** What is stored of a click. */
export function PrivacyForm({ domain }: { domain: Domain }) {
  const form = useDomainForm({ domain, ...privacyForm });
  const id = useId();
  return (
    <form noValidate onSubmit={form.submit}>
      <fieldset className="ui-full domain-options">
        <legend className="ui-sr-only">Privacy mode</legend>
        {MODES.map(({ value, label, hint }) => (
          <div key={value} className="domain-option">
            <input
              type="radio"
              id={`${id}-${value}`}
              className="ui-checkbox domain-radio"
              aria-describedby={`${id}-${value}-note`}
              value={value}
              {...form.register('privacy')}
            />
            <label htmlFor={`${id}-${value}`}>{label}</label>
            <p id={`${id}-${value}-note`} className="ui-hint">
              {hint}
            </p>
          </div>
        ))}
      </fieldset>
      <SettingsActions form={form} domain={domain} label="Save privacy mode" />
    </form>
  );
}

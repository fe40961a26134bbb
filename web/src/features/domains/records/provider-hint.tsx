import { useState } from 'react';
import { buttonClass } from '@/shared/ui/button';
import { Field } from '@/shared/ui/field';
import { Icon } from '@/shared/ui/icon';
import { Select } from '@/shared/ui/select';
import { PROVIDERS } from './providers';

const OTHER = 'other';

/** Where to add the records at a DNS provider, which is chosen from a list. */
export function ProviderHint() {
  const [name, setName] = useState(OTHER);
  const provider = PROVIDERS.find((one) => one.name === name);
  return (
    <div className="domain-provider">
      <Field label="DNS provider">
        {(control) => (
          <Select
            {...control}
            value={name}
            options={[
              { value: OTHER, label: 'Another provider' },
              ...PROVIDERS.map((one) => ({ value: one.name, label: one.name })),
            ]}
            onChange={setName}
          />
        )}
      </Field>
      {provider ? (
        <>
          <p>
            {provider.steps} {provider.note}
          </p>
          <a href={provider.url} target="_blank" rel="noreferrer" className={buttonClass({ size: 'sm' })}>
            Open {provider.name}
            <Icon name="external" />
            <span className="ui-sr-only">(new tab)</span>
          </a>
        </>
      ) : (
        <p>
          Sign in where the domain’s DNS is managed, usually where you bought it, and add the records below. If the
          console adds the domain to names, enter only the part before it.
        </p>
      )}
    </div>
  );
}

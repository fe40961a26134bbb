import { useController, useWatch } from 'react-hook-form';
import { type ApiKey, type CreatedApiKey, useSaveApiKey } from '@/entities/api-key/api-key.queries';
import { FormSummary } from '@/shared/forms/form-summary';
import { useAppForm } from '@/shared/forms/use-app-form';
import { t } from '@/shared/i18n/t';
import { dayOf } from '@/shared/lib/zoned';
import { Button } from '@/shared/ui/button';
import { Field, Input } from '@/shared/ui/field';
import { Select } from '@/shared/ui/select';
import { SwitchField } from '@/shared/ui/switch';
import { TagsInput } from '@/shared/ui/tags-input';
import {
  type ApiKeyPreset,
  type ApiKeyValues,
  allowsYourls,
  compatChoices,
  draftOf,
  LIFETIMES,
  SEVERAL,
  schema,
  valuesOf,
} from './api-key-form.schema';
import { ScopeMatrix } from './scope-matrix';

interface Props {
  /** The key to edit; undefined creates one. */
  apiKey?: ApiKey;
  /** What a new key has filled in. */
  preset?: ApiKeyPreset;
  /** The IANA zone of dates. */
  zone: string;
  onSaved: (key: ApiKey | CreatedApiKey) => void;
}

/** Creates or edits an API key. */
export function ApiKeyForm({ apiKey, preset, zone, onSaved }: Props) {
  const save = useSaveApiKey(apiKey?.id);
  const form = useAppForm({
    schema,
    defaultValues: valuesOf(apiKey, zone, preset),
    onSubmit: (values: ApiKeyValues) => save.mutateAsync(draftOf(values, apiKey, zone, Date.now())),
    onSuccess: onSaved,
  });
  const { field: scopes } = useController({ control: form.control, name: 'scopes' });
  const { field: expires } = useController({ control: form.control, name: 'expires' });
  const { field: networks } = useController({ control: form.control, name: 'networks' });
  const { field: compat } = useController({ control: form.control, name: 'compat' });
  const byDate = useWatch({ control: form.control, name: 'expires' }) === 'date';
  return (
    <form className="key-form" noValidate onSubmit={form.submit}>
      <Field label="Name" hint="Names the program that uses the key." error={form.errorOf('name')}>
        {(control) => (
          <Input {...control} autoFocus maxLength={80} placeholder="Deploy script" {...form.register('name')} />
        )}
      </Field>
      <ScopeMatrix scopes={scopes.value} onChange={scopes.onChange} error={form.errorOf('scopes')} />
      <div className="key-expiry">
        <Field label="Expires">
          {(control) => (
            <Select
              {...control}
              ref={expires.ref}
              value={expires.value}
              options={LIFETIMES}
              onChange={expires.onChange}
            />
          )}
        </Field>
        {byDate && (
          <Field label="Last day" error={form.errorOf('expiresAt')}>
            {(control) => (
              <Input {...control} type="date" min={dayOf(Date.now(), zone)} {...form.register('expiresAt')} />
            )}
          </Field>
        )}
      </div>
      <Field
        label="Allowed networks"
        hint="IP addresses or CIDRs, such as 192.0.2.0/24. Leave empty to allow all."
        error={form.errorOf('networks')}
      >
        {(control) => (
          <TagsInput
            {...control}
            ref={networks.ref}
            noun="network"
            value={networks.value}
            onChange={networks.onChange}
            placeholder="192.0.2.0/24"
          />
        )}
      </Field>
      <Field label={t('Usable by')} hint={t('Clients of other shorteners call this server as if it were theirs.')}>
        {(control) => (
          <Select
            {...control}
            ref={compat.ref}
            value={compat.value}
            options={compatChoices(compat.value === SEVERAL)}
            onChange={compat.onChange}
          />
        )}
      </Field>
      {allowsYourls(compat.value) && (
        <>
          <SwitchField
            label={t('YOURLS signature')}
            hint={t(
              'For plug-ins that ask for the secret of YOURLS. Show it later with “Show signature” in the menu of the key.',
            )}
            {...form.register('yourlsSignature')}
          />
          <SwitchField
            label={t('One link for each destination')}
            hint={t(
              'Clients of YOURLS that shorten a destination again get the short URL that it has. Switch this off to let them create another one.',
            )}
            {...form.register('yourlsUnique')}
          />
        </>
      )}
      <FormSummary messages={form.summary} />
      <Button type="submit" tone="primary" busy={form.isPending}>
        {apiKey ? 'Save changes' : 'Create key'}
      </Button>
    </form>
  );
}

import { type ComponentProps, type ComponentType, type ReactNode, useId } from 'react';
import { Controller, get, useFormContext, useWatch } from 'react-hook-form';
import type { StaticKind } from '@/entities/qr-code/static-content';
import { useEntryZone } from '@/entities/workspace/use-workspace-zone';
import { Checkbox } from '@/shared/ui/checkbox';
import { Field, Input, Textarea } from '@/shared/ui/field';
import { PasswordInput } from '@/shared/ui/password-input';
import { Select } from '@/shared/ui/select';
import type { ContentForm, StaticForm, StaticText } from './static-form';

const FIELDS: Record<StaticKind, ComponentType> = {
  url: () => (
    <TextField
      name="url"
      label="Address"
      type="url"
      placeholder="https://example.com/page"
      hint="To change the address later, choose Link as the type."
    />
  ),
  text: () => (
    <LongField name="text" label="Text" rows={5} hint="Phones show it after the scan. Up to 900 characters." />
  ),
  vcard: VCardFields,
  wifi: WiFiFields,
  email: () => (
    <>
      <TextField name="to" label="To" type="email" placeholder="ada@example.com" />
      <TextField name="subject" label="Subject" />
      <LongField name="body" label="Message" />
    </>
  ),
  sms: () => (
    <>
      <PhoneField name="phone" label="Phone number" />
      <LongField name="message" label="Message" />
    </>
  ),
  phone: () => <PhoneField name="phone" label="Phone number" />,
  event: EventFields,
  location: LocationFields,
};

/** The fields of a static content of one kind. */
export function KindFields({ kind }: { kind: StaticKind }) {
  const Fields = FIELDS[kind];
  return (
    <div className="content-fields">
      <Fields />
    </div>
  );
}

interface TextProps {
  name: StaticText;
  label: string;
  hint?: ReactNode;
}

/** The registration and the error of a field. */
function useContentField(name: StaticText) {
  const { formState, register } = useFormContext<ContentForm>();
  const { message } = (get(formState.errors, `staticContent.${name}`) ?? {}) as { message?: string };
  return { error: message, field: register(`staticContent.${name}`) };
}

function TextField({ name, label, hint, ...rest }: TextProps & Omit<ComponentProps<typeof Input>, 'name'>) {
  const { error, field } = useContentField(name);
  return (
    <Field label={label} error={error} hint={hint}>
      {(control) => <Input {...control} autoComplete="off" {...rest} {...field} />}
    </Field>
  );
}

function LongField({ name, label, hint, rows }: TextProps & { rows?: number }) {
  const { error, field } = useContentField(name);
  return (
    <Field label={label} error={error} hint={hint}>
      {(control) => <Textarea {...control} rows={rows} {...field} />}
    </Field>
  );
}

function PhoneField(props: TextProps) {
  return <TextField type="tel" placeholder="+49 30 1234567" {...props} />;
}

interface ChoiceProps<N extends 'security' | 'version'> {
  name: N;
  label: string;
  hint?: string;
  options: readonly { value: StaticForm[N]; label: string }[];
}

function ChoiceField<N extends 'security' | 'version'>({ name, label, hint, options }: ChoiceProps<N>) {
  const { control } = useFormContext<ContentForm>();
  return (
    <Field label={label} hint={hint}>
      {(input) => (
        <Controller
          name={`staticContent.${name}` as 'staticContent.security' | 'staticContent.version'}
          control={control}
          render={({ field }) => <Select {...input} value={field.value} options={options} onChange={field.onChange} />}
        />
      )}
    </Field>
  );
}

function VCardFields() {
  return (
    <>
      <div className="content-pair">
        <TextField name="firstName" label="First name" />
        <TextField name="lastName" label="Last name" />
        <TextField name="organization" label="Organization" />
        <TextField name="title" label="Job title" />
        <PhoneField name="mobile" label="Mobile phone" />
        <PhoneField name="phone" label="Work phone" />
        <TextField name="email" label="Email" type="email" placeholder="ada@example.com" />
        <TextField name="url" label="Website" type="url" placeholder="https://example.com" />
      </div>
      <TextField name="street" label="Street" />
      <div className="content-pair">
        <TextField name="postalCode" label="Postal code" />
        <TextField name="city" label="City" />
        <TextField name="region" label="Region" />
        <TextField name="country" label="Country" />
      </div>
      <LongField name="note" label="Note" />
      <ChoiceField
        name="version"
        label="Format"
        hint="Each field makes the code denser and larger to print."
        options={[
          { value: '3.0', label: 'vCard 3.0, for all phones' },
          { value: '4.0', label: 'vCard 4.0' },
        ]}
      />
    </>
  );
}

function WiFiFields() {
  const { control, register } = useFormContext<ContentForm>();
  const security = useWatch({ control, name: 'staticContent.security' });
  const { error, field: password } = useContentField('password');
  const hiddenId = useId();
  return (
    <>
      <TextField name="ssid" label="Network name" autoCapitalize="none" spellCheck={false} />
      <ChoiceField
        name="security"
        label="Security"
        options={[
          { value: 'wpa', label: 'WPA, WPA2 or WPA3' },
          { value: 'wep', label: 'WEP' },
          { value: 'none', label: 'None' },
        ]}
      />
      {security !== 'none' && (
        <Field
          label="Network password"
          error={error}
          hint="Visible to everyone who scans the code and to all members of the workspace."
        >
          {(input) => <PasswordInput {...input} what="network password" autoComplete="off" {...password} />}
        </Field>
      )}
      <label className="content-check" htmlFor={hiddenId}>
        <Checkbox id={hiddenId} {...register('staticContent.hidden')} />
        Hidden network, which does not send its name
      </label>
    </>
  );
}

function EventFields() {
  const { control, getValues, register, setValue } = useFormContext<ContentForm>();
  const zone = useEntryZone();
  const allDayId = useId();
  const allDay = useWatch({ control, name: 'staticContent.allDay' });
  const type = allDay ? 'date' : 'datetime-local';

  /** Converts the entered times to days, or days to their mornings. */
  function toggle(days: boolean) {
    setValue('staticContent.allDay', days, { shouldDirty: true });
    for (const name of ['staticContent.startsAt', 'staticContent.endsAt'] as const) {
      const value = getValues(name);
      if (value) setValue(name, days ? value.slice(0, 10) : `${value}T09:00`, { shouldDirty: true });
    }
  }

  return (
    <>
      <TextField name="title" label="Event title" />
      <label className="content-check" htmlFor={allDayId}>
        <Checkbox
          id={allDayId}
          {...register('staticContent.allDay', { onChange: (event) => toggle(event.target.checked) })}
        />
        All day
      </label>
      <div className="content-pair">
        <TextField key={`start-${type}`} name="startsAt" label="Starts" type={type} />
        <TextField key={`end-${type}`} name="endsAt" label="Ends" type={type} />
      </div>
      {!allDay && <p className="ui-hint">Times are in {zone}. Phones show them in the zone of their owner.</p>}
      <TextField name="location" label="Place" />
      <LongField name="description" label="Description" />
      <TextField name="url" label="Website" type="url" placeholder="https://example.com" />
    </>
  );
}

/** Latitude and longitude in one text, as maps copy them. */
const COORDINATES = /^\s*(-?\d+(?:\.\d+)?)\s*[,; ]\s*(-?\d+(?:\.\d+)?)\s*$/;

function LocationFields() {
  const { setValue } = useFormContext<ContentForm>();
  return (
    <>
      <div className="content-pair">
        <TextField
          name="latitude"
          label="Latitude"
          inputMode="decimal"
          placeholder="52.516275"
          onPaste={(event) => {
            const found = COORDINATES.exec(event.clipboardData.getData('text'));
            if (!found) return;
            event.preventDefault();
            setValue('staticContent.latitude', found[1] ?? '', { shouldDirty: true });
            setValue('staticContent.longitude', found[2] ?? '', { shouldDirty: true });
          }}
        />
        <TextField name="longitude" label="Longitude" inputMode="decimal" placeholder="13.377704" />
      </div>
      <p className="ui-hint">In degrees. Copy both from a map and paste them into Latitude.</p>
    </>
  );
}

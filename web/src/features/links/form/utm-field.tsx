import { Controller, useFormContext } from 'react-hook-form';
import { isMissing, UTM_LABELS, type UtmConventions, type UtmField as UtmName, valueFault } from '@/entities/utm/utm';
import { Input } from '@/shared/ui/field';
import { Select } from '@/shared/ui/select';
import type { LinkForm } from './link-form.schema';

const EXAMPLE: Record<UtmName, string> = {
  source: 'newsletter',
  medium: 'email',
  campaign: 'spring',
  term: '',
  content: '',
  ref: '',
};

// A choice needs a value, and the empty text is none.
const NONE = '\u0000';

interface Props {
  field: UtmName;
  /** What the workspace asks; undefined until that is known. */
  asks: UtmConventions | undefined;
  /** What a visitor arrives with, also when it stands in the destination. */
  value: string;
}

/** One campaign parameter: typed, or chosen where the workspace lists what it may be. */
export function UtmField({ field, asks, value }: Props) {
  const { register, setValue, watch, formState } = useFormContext<LinkForm>();
  const own = watch(`utm.${field}`);
  const refused = formState.errors.utm?.[field]?.message;
  const fault = refused ?? (asks ? valueFault(asks, field, value) : null);
  const missing = asks !== undefined && isMissing(asks, field, value);
  const lower = asks?.lowerCase && own !== own.toLowerCase() ? own.toLowerCase() : null;
  const id = `utm-${field}`;
  const note = fault || missing ? `${id}-note` : undefined;
  const control = { id, 'aria-describedby': note, 'aria-invalid': fault ? (true as const) : undefined };
  const allowed = asks?.parameters[field].allowed ?? [];
  return (
    <div className="contents">
      <label htmlFor={id}>{UTM_LABELS[field]}</label>
      {allowed.length > 0 ? (
        <Allowed field={field} allowed={allowed} control={control} />
      ) : (
        <Input
          {...control}
          className="mono"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={EXAMPLE[field]}
          {...register(`utm.${field}`)}
        />
      )}
      {fault ? (
        <p id={note} className="hint fault" role="alert">
          {fault}{' '}
          {lower && (
            <button
              type="button"
              className="more link"
              onClick={() => setValue(`utm.${field}`, lower, { shouldDirty: true, shouldValidate: true })}
            >
              Write it so
            </button>
          )}
        </p>
      ) : (
        missing && (
          <p id={note} className="hint note">
            This workspace wants it on every link.
          </p>
        )
      )}
    </div>
  );
}

interface AllowedProps {
  field: UtmName;
  allowed: readonly string[];
  control: { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined };
}

function Allowed({ field, allowed, control }: AllowedProps) {
  return (
    <Controller<LinkForm, `utm.${UtmName}`>
      name={`utm.${field}`}
      render={({ field: { value, onChange } }) => {
        // An older link may have what is no longer allowed.
        const values = value === '' || allowed.includes(value) ? allowed : [value, ...allowed];
        return (
          <Select
            {...control}
            className="mono"
            value={value || NONE}
            options={[{ value: NONE, label: 'none' }, ...values.map((option) => ({ value: option, label: option }))]}
            onChange={(chosen) => onChange(chosen === NONE ? '' : chosen)}
          />
        );
      }}
    />
  );
}

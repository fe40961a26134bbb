import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { isMissing, UTM_LABELS, type UtmConventions, type UtmField as UtmName, valueFault } from '@/entities/utm/utm';
import { t } from '@/shared/i18n/t';
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

// Select options need a non-empty value.
const NONE = '\u0000';

interface Props {
  field: UtmName;
  /** The workspace's conventions; undefined while loading. */
  conventions: UtmConventions | undefined;
  /** The effective value, from this field or from the destination's query. */
  value: string;
}

/** One campaign parameter: a text input, or a select where the workspace restricts its values. */
export function UtmField({ field, conventions, value }: Props) {
  const { control, register, setValue, formState } = useFormContext<LinkForm>();
  const own = useWatch({ control, name: `utm.${field}` });
  const rejected = formState.errors.utm?.[field]?.message;
  const error = rejected ?? (conventions ? valueFault(conventions, field, value) : null);
  const missing = conventions !== undefined && isMissing(conventions, field, value);
  const lower = conventions?.lowerCase && own !== own.toLowerCase() ? own.toLowerCase() : null;
  const id = `utm-${field}`;
  const note = error || missing ? `${id}-note` : undefined;
  const input = { id, 'aria-describedby': note, 'aria-invalid': error ? (true as const) : undefined };
  const allowed = conventions?.parameters[field].allowed ?? [];
  return (
    <div className="contents">
      <label htmlFor={id}>{UTM_LABELS[field]}</label>
      {allowed.length > 0 ? (
        <AllowedValues field={field} allowed={allowed} control={input} />
      ) : (
        <Input
          {...input}
          className="ui-mono"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={EXAMPLE[field]}
          {...register(`utm.${field}`)}
        />
      )}
      {error ? (
        <p id={note} className="ui-hint ui-error" role="alert">
          {error}{' '}
          {lower && (
            <button
              type="button"
              className="ui-more ui-link"
              onClick={() => setValue(`utm.${field}`, lower, { shouldDirty: true, shouldValidate: true })}
            >
              {t('Use lower case')}
            </button>
          )}
        </p>
      ) : (
        missing && (
          <p id={note} className="ui-hint note">
            {t('Required by this workspace.')}
          </p>
        )
      )}
    </div>
  );
}

interface AllowedValuesProps {
  field: UtmName;
  allowed: readonly string[];
  control: { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined };
}

function AllowedValues({ field, allowed, control }: AllowedValuesProps) {
  return (
    <Controller<LinkForm, `utm.${UtmName}`>
      name={`utm.${field}`}
      render={({ field: { value, onChange } }) => {
        // An older link may have a value that is no longer allowed.
        const values = value === '' || allowed.includes(value) ? allowed : [value, ...allowed];
        return (
          <Select
            {...control}
            className="ui-mono"
            value={value || NONE}
            options={[{ value: NONE, label: t('None') }, ...values.map((option) => ({ value: option, label: option }))]}
            onChange={(chosen) => onChange(chosen === NONE ? '' : chosen)}
          />
        );
      }}
    />
  );
}

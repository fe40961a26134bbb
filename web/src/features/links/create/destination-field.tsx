import { useFormContext } from 'react-hook-form';
import { plural } from '@/shared/lib/format';
import { Field, Input } from '@/shared/ui/field';
import { withoutTrackers } from './final-url';
import type { LinkForm } from './link-form.schema';

/** Where the link leads, with an offer to clean an address that was copied from an advertisement. */
export function DestinationField() {
  const { register, setValue, watch, formState } = useFormContext<LinkForm>();
  const clean = withoutTrackers(watch('url'));
  return (
    <Field
      label="Destination"
      error={formState.errors.url?.message}
      hint={
        clean.count > 0 && (
          <button
            type="button"
            className="more link"
            onClick={() => setValue('url', clean.url, { shouldDirty: true, shouldValidate: true })}
          >
            Strip {plural(clean.count, 'tracker')}
          </button>
        )
      }
    >
      {(control) => (
        <Input
          {...control}
          autoFocus
          type="url"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="https://"
          {...register('url')}
        />
      )}
    </Field>
  );
}

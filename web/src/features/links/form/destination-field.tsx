import { useFormContext, useWatch } from 'react-hook-form';
import { LINK_FIELDS } from '@/entities/link/link-fields';
import { t } from '@/shared/i18n/t';
import { Field, UrlInput } from '@/shared/ui/field';
import { stripTrackers } from '../preview/final-url';
import { followDestination, isDestinationUnused } from '../rules/split';
import type { LinkForm } from './link-form.schema';
import './utm.css';

/** The destination URL, with an action that removes tracking parameters. */
export function DestinationField() {
  const { control, register, setValue, getValues, formState } = useFormContext<LinkForm>();
  const [url, split] = useWatch({ control, name: ['url', 'split'] });
  const clean = stripTrackers(url);
  const unused = isDestinationUnused(split, url);
  const updateFollowers = (next: string) => {
    const branches = getValues('split');
    if (branches.some(({ followsDestination }) => followsDestination)) {
      setValue('split', followDestination(branches, next), { shouldDirty: true });
    }
  };
  const strip = () => {
    setValue('url', clean.url, { shouldDirty: true, shouldValidate: true });
    updateFollowers(clean.url);
  };
  return (
    <Field
      label={LINK_FIELDS.url.label}
      error={formState.errors.url?.message}
      hint={
        (unused || clean.count > 0) && (
          <>
            {unused && (
              <span className="block">{t('Not used while the A/B split is on: no variant has this URL.')}</span>
            )}
            {clean.count > 0 && (
              <button type="button" className="ui-more ui-link" onClick={strip}>
                {t('Remove {count, plural, one {# tracking parameter} other {# tracking parameters}}', {
                  count: clean.count,
                })}
              </button>
            )}
          </>
        )
      }
    >
      {(input) => (
        <UrlInput
          {...input}
          autoFocus
          placeholder="https://"
          {...register('url', { onChange: (event) => updateFollowers(event.target.value) })}
        />
      )}
    </Field>
  );
}

import { useFormContext, useWatch } from 'react-hook-form';
import { t } from '@/shared/i18n/t';
import { Field } from '@/shared/ui/field';
import { PasswordInput } from '@/shared/ui/password-input';
import { CheckboxField } from './checkbox-field';
import type { LinkForm } from './link-form.schema';
import { type OpenSections, Section } from './section';

function summaryOf(has: boolean, drop: boolean, typed: boolean): string | null {
  if (drop) return t('Will be removed');
  if (typed) return has ? t('New password') : t('Set');
  return has ? t('Set') : null;
}

/** Password protection. A stored password can be replaced or removed, but not displayed. */
export function PasswordSection({ sections, has }: { sections: OpenSections; has: boolean }) {
  const { control, register, formState } = useFormContext<LinkForm>();
  const [password, drop] = useWatch({ control, name: ['password', 'dropPassword'] });
  return (
    <Section
      icon="lock"
      name={t('Password')}
      summary={summaryOf(has, drop, password !== '')}
      none={t('None')}
      {...sections.of('password')}
    >
      {!drop && (
        <Field
          label={has ? t('New password') : t('Password')}
          error={formState.errors.password?.message}
          hint={
            has
              ? t('Leave empty to keep the current password.')
              : t('Visitors must enter it before they are redirected.')
          }
        >
          {(input) => <PasswordInput {...input} autoComplete="new-password" {...register('password')} />}
        </Field>
      )}
      {has && <CheckboxField {...register('dropPassword')}>{t('Remove password')}</CheckboxField>}
    </Section>
  );
}

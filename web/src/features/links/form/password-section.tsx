import { useFormContext } from 'react-hook-form';
import { Field } from '@/shared/ui/field';
import { PasswordInput } from '@/shared/ui/password-input';
import { CheckLine } from './checkbox-field';
import type { LinkForm } from './link-form.schema';
import { Section } from './section';
import type { SectionsOpen } from './use-sections';

function summaryOf(has: boolean, drop: boolean, typed: boolean): string | null {
  if (drop) return 'will be taken away';
  if (typed) return has ? 'a new one' : 'set';
  return has ? 'set' : null;
}

/** Who knows the word may pass. What is set can be replaced or taken away, never read. */
export function PasswordSection({ sections, has }: { sections: SectionsOpen; has: boolean }) {
  const { register, watch, formState } = useFormContext<LinkForm>();
  const [password, drop] = watch(['password', 'dropPassword']);
  return (
    <Section
      icon="lock"
      name="Password"
      summary={summaryOf(has, drop, password !== '')}
      none="none"
      {...sections.of('password')}
    >
      {!drop && (
        <Field
          label={has ? 'New password' : 'Password'}
          error={formState.errors.password?.message}
          hint={has ? 'Left empty, the one that is set stays.' : 'Visitors are asked for it before they are sent on.'}
        >
          {(control) => <PasswordInput {...control} autoComplete="new-password" {...register('password')} />}
        </Field>
      )}
      {has && <CheckLine {...register('dropPassword')}>Take the password away</CheckLine>}
    </Section>
  );
}

import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { messageOf } from '@/shared/api/errors';
import { PRODUCT } from '@/shared/config/product';
import { showFaults } from '@/shared/lib/form-faults';
import { Button } from '@/shared/ui/button';
import { Field, Input } from '@/shared/ui/field';
import { PasswordInput } from '@/shared/ui/password-input';
import { toast } from '@/shared/ui/toast';
import { signUp } from './auth-calls';
import { AuthPage } from './auth-page';
import { CountryField } from './country-field';
import { EMPTY_SIGNUP, type SignupForm, signupSchema } from './signup.schema';

const FIELDS = Object.keys(EMPTY_SIGNUP) as (keyof SignupForm)[];

/** Sign-up. `plan` is the package whose button led here. */
export function SignupScreen({ plan, onDone }: { plan?: string; onDone: () => void }) {
  const { register, control, handleSubmit, setValue, setError, formState } = useForm<SignupForm>({
    resolver: zodResolver(signupSchema),
    defaultValues: EMPTY_SIGNUP,
  });
  const [countryName, setCountryName] = useState('');
  const { errors } = formState;
  const mutation = useMutation({
    mutationFn: signUp,
    onSuccess: (message) => {
      toast({ title: 'Success!', text: message ?? 'Your account has been created successfully.' });
      onDone();
    },
    onError: (error) => {
      const text = messageOf(error, 'An error occurred during signup. Please try again.');
      toast({ title: 'Signup Failed', text, tone: 'bad' });
      showFaults(error, FIELDS, setError);
    },
  });

  return (
    <AuthPage
      description="Create a Linnet account. The free plan needs no credit card."
      title="Sign up"
      heading={`Create Your ${PRODUCT} Account`}
      lead={
        <>
          Already have one? <Link to="/login">Log in</Link>
        </>
      }
    >
      {plan && plan !== 'FREE' && (
        <p className="notice hot mb-5">
          <span>
            You chose <b>{plan}</b>. The account starts on the Free plan; no card is needed.
          </span>
        </p>
      )}
      <form className="auth-form" noValidate onSubmit={handleSubmit((form) => mutation.mutate(form))}>
        <Field label="First name" error={errors.firstName?.message}>
          {(field) => <Input {...field} autoComplete="given-name" {...register('firstName')} />}
        </Field>
        <Field label="Last name" error={errors.lastName?.message}>
          {(field) => <Input {...field} autoComplete="family-name" {...register('lastName')} />}
        </Field>
        <Field label="Email" error={errors.email?.message} className="full">
          {(field) => <Input {...field} type="email" autoComplete="email" {...register('email')} />}
        </Field>
        <Field label="Country" error={errors.country?.message} className="full">
          {(field) => (
            <Controller
              control={control}
              name="country"
              render={({ field: { value, ref } }) => (
                <CountryField
                  control={field}
                  ref={ref}
                  value={value}
                  name={countryName}
                  onChoose={({ code, name, prefix }) => {
                    const again = { shouldValidate: formState.isSubmitted, shouldDirty: true };
                    setCountryName(name);
                    setValue('country', code, again);
                    setValue('countryCode', prefix, again);
                  }}
                />
              )}
            />
          )}
        </Field>
        <div className="phone full">
          <Field label="Country code" error={errors.countryCode?.message}>
            {(field) => <Input {...field} readOnly className="mono" placeholder="+" {...register('countryCode')} />}
          </Field>
          <Field label="Phone number" error={errors.phoneNumber?.message}>
            {(field) => <Input {...field} type="tel" autoComplete="tel-national" {...register('phoneNumber')} />}
          </Field>
        </div>
        <Field
          label="Password"
          className="full"
          error={errors.password?.message}
          hint="8 to 32 characters: upper and lower case, a number and a special character."
        >
          {(field) => <PasswordInput {...field} autoComplete="new-password" {...register('password')} />}
        </Field>
        <Field label="Confirm password" className="full" error={errors.passwordConfirmation?.message}>
          {(field) => (
            <PasswordInput
              {...field}
              what="confirmation"
              autoComplete="new-password"
              {...register('passwordConfirmation')}
            />
          )}
        </Field>
        <Button type="submit" tone="primary" size="lg" className="full" busy={mutation.isPending}>
          {mutation.isPending ? 'Creating Account...' : 'Create Account'}
        </Button>
        <p className="hint full">
          By creating an account you accept the{' '}
          <a href="/terms" target="_blank" rel="noopener">
            terms
          </a>{' '}
          and the{' '}
          <a href="/privacy" target="_blank" rel="noopener">
            privacy policy
          </a>
          .
        </p>
      </form>
    </AuthPage>
  );
}

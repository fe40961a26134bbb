import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { rawMessageOf } from '@/shared/api/errors';
import { installFacts, PRODUCT } from '@/shared/config/product';
import { showFaults } from '@/shared/lib/form-faults';
import { Button } from '@/shared/ui/button';
import { Field, Input } from '@/shared/ui/field';
import { PasswordInput } from '@/shared/ui/password-input';
import { toast } from '@/shared/ui/toast';
import { requestPlan, signUp } from './auth-calls';
import { AuthPage } from './auth-page';
import { CountryField } from './country-field';
import { EMPTY_SIGNUP, type SignupForm, signupSchema } from './signup.schema';
import { signupStatus } from './signup-status';

const FIELDS = Object.keys(EMPTY_SIGNUP) as (keyof SignupForm)[];

interface Props {
  /** The package whose button led here. */
  plan?: string;
  /** Of an invitation or of the set-up, from the link that led here. */
  code?: string;
  onDone: () => void;
}

/** Sign-up, or the reason why it is closed. */
export function SignupScreen(props: Props) {
  const { data: status } = useQuery(signupStatus());
  if (status?.mode === 'closed' && !status.setup) return <SignupClosed />;
  const needs = status?.setup ? 'setup' : status?.mode === 'invite' ? 'invitation' : undefined;
  return <SignupFields {...props} needs={needs} />;
}

function SignupClosed() {
  const { supportEmail } = installFacts();
  return (
    <AuthPage
      description="Create a Linnet account."
      title="Sign up"
      heading="Sign-up is closed"
      lead={
        <>
          New accounts cannot be created on this install. Ask its operator:{' '}
          <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
        </>
      }
    >
      <p>
        Already have an account? <Link to="/login">Log in</Link>
      </p>
    </AuthPage>
  );
}

const CODES = {
  setup: {
    label: 'Set-up code',
    hint: 'This install has no account yet. The link with the code is in the server’s log.',
  },
  invitation: {
    label: 'Invitation code',
    hint: 'Sign-up is by invitation. Open the link of your invitation, or paste its code.',
  },
} as const;

function SignupFields({ plan, code, onDone, needs }: Props & { needs?: keyof typeof CODES }) {
  const { register, control, handleSubmit, setValue, setError, formState } = useForm<SignupForm>({
    resolver: zodResolver(signupSchema),
    defaultValues: EMPTY_SIGNUP,
    values: code ? { ...EMPTY_SIGNUP, code } : undefined,
    resetOptions: { keepDirtyValues: true },
  });
  const [countryName, setCountryName] = useState('');
  const { errors } = formState;
  const asksForPlan = plan !== undefined && plan !== 'FREE';
  const mutation = useMutation({
    mutationFn: async (form: SignupForm) => {
      const message = await signUp(form);
      return { message, requested: asksForPlan ? await requestPlan(plan) : undefined };
    },
    onSuccess: ({ message, requested }) => {
      toast({ title: 'Success!', text: message ?? 'Your account has been created successfully.' });
      if (requested === true) toast({ title: `${plan} requested`, text: 'The operator answers by mail.' });
      if (requested === false) {
        const text = 'Your account is on the Free plan. Ask again under Settings.';
        toast({ title: `The request for ${plan} was not sent`, text, tone: 'bad' });
      }
      onDone();
    },
    onError: (error) => {
      const text = rawMessageOf(error, 'An error occurred during signup. Please try again.');
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
      {asksForPlan && (
        <p className="ui-notice ui-accent mb-5">
          <span>
            You chose <b>{plan}</b>. The account starts on the Free plan, and your request for {plan} goes to the
            operator, who answers by mail. No card is needed.
          </span>
        </p>
      )}
      <form className="auth-form" noValidate onSubmit={handleSubmit((form) => mutation.mutate(form))}>
        {needs && (
          <Field label={CODES[needs].label} className="ui-full" error={errors.code?.message} hint={CODES[needs].hint}>
            {(field) => <Input {...field} autoComplete="off" className="ui-mono" {...register('code')} />}
          </Field>
        )}
        <Field label="First name" error={errors.firstName?.message}>
          {(field) => <Input {...field} autoComplete="given-name" {...register('firstName')} />}
        </Field>
        <Field label="Last name" error={errors.lastName?.message}>
          {(field) => <Input {...field} autoComplete="family-name" {...register('lastName')} />}
        </Field>
        <Field label="Email" error={errors.email?.message} className="ui-full">
          {(field) => <Input {...field} type="email" autoComplete="email" {...register('email')} />}
        </Field>
        <Field label="Country" error={errors.country?.message} className="ui-full">
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
        <div className="auth-phone ui-full">
          <Field label="Country code" error={errors.countryCode?.message}>
            {(field) => <Input {...field} readOnly className="ui-mono" placeholder="+" {...register('countryCode')} />}
          </Field>
          <Field label="Phone number" error={errors.phoneNumber?.message}>
            {(field) => <Input {...field} type="tel" autoComplete="tel-national" {...register('phoneNumber')} />}
          </Field>
        </div>
        <Field
          label="Password"
          className="ui-full"
          error={errors.password?.message}
          hint="8 to 32 characters: upper and lower case, a number and a special character."
        >
          {(field) => <PasswordInput {...field} autoComplete="new-password" {...register('password')} />}
        </Field>
        <Field label="Confirm password" className="ui-full" error={errors.passwordConfirmation?.message}>
          {(field) => (
            <PasswordInput
              {...field}
              what="confirmation"
              autoComplete="new-password"
              {...register('passwordConfirmation')}
            />
          )}
        </Field>
        <Button type="submit" tone="primary" size="lg" className="ui-full" busy={mutation.isPending}>
          {mutation.isPending ? 'Creating Account...' : 'Create Account'}
        </Button>
        <p className="ui-hint ui-full">
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

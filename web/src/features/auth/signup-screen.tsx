import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { rawMessageOf } from '@/shared/api/errors';
import { installFacts, PRODUCT } from '@/shared/config/product';
import { FormSummary } from '@/shared/forms/form-summary';
import { useAppForm } from '@/shared/forms/use-app-form';
import { t } from '@/shared/i18n/t';
import { Trans } from '@/shared/i18n/trans';
import { Button } from '@/shared/ui/button';
import { Field, Input } from '@/shared/ui/field';
import { lazyPart } from '@/shared/ui/lazy-part';
import { PasswordInput } from '@/shared/ui/password-input';
import { toast } from '@/shared/ui/toast';
import { requestPlan, signUp } from './auth-calls';
import { AuthPage } from './auth-page';
import { CountryField } from './country-field';
import { EMPTY_SIGNUP, type SignupForm, signupSchema } from './signup.schema';
import { signupStatus } from './signup-status';

const PlansQuestion = lazyPart(() => import('./plans-question'), 'PlansQuestion');

interface Props {
  /** The plan selected on the pricing page. */
  plan?: string;
  /** The invitation or set-up code from the link. */
  code?: string;
  /** The invited address. */
  email?: string;
  onDone: () => void;
}

/** The sign-up page, or a notice when sign-up is closed. */
export function SignupScreen(props: Props) {
  const { data: status } = useQuery(signupStatus());
  if (status?.mode === 'closed' && !status.setup) return <SignupClosed />;
  const needs = status?.setup ? 'setup' : status?.mode === 'invite' ? 'invitation' : undefined;
  return <SignupFields {...props} needs={needs} asksPlans={status?.plans ?? false} />;
}

function SignupClosed() {
  const { supportEmail } = installFacts();
  return (
    <AuthPage
      description={t('Create a Linnet account.')}
      title={t('Sign up')}
      heading={t('Sign-up is closed')}
      lead={
        <Trans
          text="This server doesn’t accept new accounts. Contact its operator: <a>{email}</a>"
          values={{ email: supportEmail }}
          tags={{ a: (children) => <a href={`mailto:${supportEmail}`}>{children}</a> }}
        />
      }
    >
      <p>
        <Trans
          text="Already have an account? <a>Log in</a>"
          tags={{ a: (children) => <Link to="/login">{children}</Link> }}
        />
      </p>
    </AuthPage>
  );
}

const CODES = {
  setup: {
    label: t('Set-up code'),
    hint: t('This server has no account yet. Run “linnet setup-code” on it for a link with the code.'),
  },
  invitation: {
    label: t('Invitation code'),
    hint: t('You need an invitation to sign up. Open the link in it, or paste its code.'),
  },
} as const;

interface FieldsProps extends Props {
  /** The code that the sign-up requires. */
  needs?: keyof typeof CODES;
  /** Whether the account chooses if the install has plans. */
  asksPlans: boolean;
}

function SignupFields({ plan, code, email = '', onDone, needs, asksPlans }: FieldsProps) {
  const [countryName, setCountryName] = useState('');
  const requestsPlan = plan !== undefined && plan !== 'FREE';
  const form = useAppForm({
    schema: signupSchema,
    defaultValues: EMPTY_SIGNUP,
    values: code ? { ...EMPTY_SIGNUP, code, email } : undefined,
    onSubmit: async (values: SignupForm) => {
      const message = await signUp(values, asksPlans);
      return { message, requested: requestsPlan ? await requestPlan(plan) : undefined };
    },
    onSuccess: ({ message, requested }) => {
      toast({ title: t('Success!'), text: message ?? t('Your account has been created successfully.') });
      if (plan && requested === true)
        toast({ title: t('{plan} requested', { plan }), text: t('The operator will reply by email.') });
      if (plan && requested === false) {
        const text = t('Your account is on the Free plan. Request the plan again in Settings.');
        toast({ title: t('Couldn’t request {plan}', { plan }), text, tone: 'bad' });
      }
      onDone();
    },
    errorTitle: t('Signup Failed'),
    errorText: (error) => rawMessageOf(error, t('An error occurred during signup. Please try again.')),
  });

  return (
    <AuthPage
      description={t('Create a Linnet account. The free plan needs no credit card.')}
      title={t('Sign up')}
      heading={t('Create Your {product} Account', { product: PRODUCT })}
      lead={
        <Trans text="Already have one? <a>Log in</a>" tags={{ a: (children) => <Link to="/login">{children}</Link> }} />
      }
    >
      {requestsPlan && (
        <p className="ui-notice ui-accent mb-5">
          <span>
            <Trans
              text="You chose <b>{plan}</b>. Your account starts on the Free plan, and we send your request for {plan} to the operator. They reply by email. No card is needed."
              values={{ plan }}
              tags={{ b: (children) => <b>{children}</b> }}
            />
          </span>
        </p>
      )}
      <form className="auth-form" noValidate onSubmit={form.submit}>
        {needs && (
          <Field label={CODES[needs].label} className="ui-full" error={form.errorOf('code')} hint={CODES[needs].hint}>
            {(field) => <Input {...field} autoComplete="off" className="ui-mono" {...form.register('code')} />}
          </Field>
        )}
        {asksPlans && (
          <Controller
            control={form.control}
            name="plans"
            render={({ field: { value, onChange } }) => <PlansQuestion value={value} onChange={onChange} />}
          />
        )}
        <Field label={t('First name')} error={form.errorOf('firstName')}>
          {(field) => <Input {...field} autoComplete="given-name" {...form.register('firstName')} />}
        </Field>
        <Field label={t('Last name')} error={form.errorOf('lastName')}>
          {(field) => <Input {...field} autoComplete="family-name" {...form.register('lastName')} />}
        </Field>
        <Field label={t('Email')} error={form.errorOf('email')} className="ui-full">
          {(field) => <Input {...field} type="email" autoComplete="email" {...form.register('email')} />}
        </Field>
        <Field label={t('Country')} error={form.errorOf('country')} className="ui-full">
          {(field) => (
            <Controller
              control={form.control}
              name="country"
              render={({ field: { value, ref } }) => (
                <CountryField
                  control={field}
                  ref={ref}
                  value={value}
                  name={countryName}
                  onChoose={({ code, name, prefix }) => {
                    const options = { shouldValidate: form.isSubmitted, shouldDirty: true };
                    setCountryName(name);
                    form.setValue('country', code, options);
                    form.setValue('countryCode', prefix, options);
                  }}
                />
              )}
            />
          )}
        </Field>
        <div className="auth-phone ui-full">
          <Field label={t('Country code')} error={form.errorOf('countryCode')}>
            {(field) => (
              <Input {...field} readOnly className="ui-mono" placeholder="+" {...form.register('countryCode')} />
            )}
          </Field>
          <Field label={t('Phone number')} error={form.errorOf('phoneNumber')}>
            {(field) => <Input {...field} type="tel" autoComplete="tel-national" {...form.register('phoneNumber')} />}
          </Field>
        </div>
        <Field
          label={t('Password')}
          className="ui-full"
          error={form.errorOf('password')}
          hint={t('8 to 32 characters: upper and lower case, a number and a special character.')}
        >
          {(field) => <PasswordInput {...field} autoComplete="new-password" {...form.register('password')} />}
        </Field>
        <Field label={t('Confirm password')} className="ui-full" error={form.errorOf('passwordConfirmation')}>
          {(field) => (
            <PasswordInput
              {...field}
              what={t('confirmation')}
              autoComplete="new-password"
              {...form.register('passwordConfirmation')}
            />
          )}
        </Field>
        <FormSummary messages={form.summary} />
        <Button type="submit" tone="primary" size="lg" className="ui-full" busy={form.isPending}>
          {form.isPending ? t('Creating Account...') : t('Create Account')}
        </Button>
        <p className="ui-hint ui-full">
          <Trans
            text="By creating an account you accept the <terms>terms</terms> and the <privacy>privacy policy</privacy>."
            tags={{
              terms: (children) => (
                <a href="/terms" target="_blank" rel="noopener">
                  {children}
                </a>
              ),
              privacy: (children) => (
                <a href="/privacy" target="_blank" rel="noopener">
                  {children}
                </a>
              ),
            }}
          />
        </p>
      </form>
    </AuthPage>
  );
}

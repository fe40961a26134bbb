import * as z from 'zod/mini';
import { atLeast, atMost, mailAddress, newPassword, passwordsMatch, personName } from '@/entities/account/validation';
import { t } from '@/shared/i18n/t';

/** The sign-up form. `code` is of an invitation or of the set-up; `plans` is sent at the set-up only. */
export const signupSchema = z
  .object({
    firstName: personName(t('First name')),
    lastName: personName(t('Last name')),
    email: mailAddress.check(atMost(255, t('Email cannot exceed 255 characters'))),
    country: z.string().check(z.regex(/^[A-Z]{2}$/, t('Please select a country'))),
    countryCode: z.string().check(z.regex(/^\+\d{1,3}$/, t('Please select a valid country code'))),
    phoneNumber: z.string().check(atLeast(5, t('Please enter a valid phone number'))),
    password: newPassword,
    passwordConfirmation: z.string(),
    code: z.string(),
    plans: z.enum(['off', 'packages']),
  })
  .check(passwordsMatch);

export type SignupForm = z.infer<typeof signupSchema>;

/** Whether the install has plans: `off` for the operator's own people, `packages` for customers. */
export type PlansChoice = SignupForm['plans'];

/** The empty form. */
export const EMPTY_SIGNUP: SignupForm = {
  firstName: '',
  lastName: '',
  email: '',
  country: '',
  countryCode: '',
  phoneNumber: '',
  password: '',
  passwordConfirmation: '',
  code: '',
  plans: 'off',
};

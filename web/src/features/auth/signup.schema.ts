import * as z from 'zod/mini';
import { atLeast, atMost, mailAddress, newPassword, passwordsMatch, personName } from '@/entities/account/validation';

/** The sign-up form. `code` is of an invitation or of the set-up; `plans` is sent at the set-up only. */
export const signupSchema = z
  .object({
    firstName: personName('First name'),
    lastName: personName('Last name'),
    email: mailAddress.check(atMost(255, 'Email cannot exceed 255 characters')),
    country: z.string().check(z.regex(/^[A-Z]{2}$/, 'Please select a country')),
    countryCode: z.string().check(z.regex(/^\+\d{1,3}$/, 'Please select a valid country code')),
    phoneNumber: z.string().check(atLeast(5, 'Please enter a valid phone number')),
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

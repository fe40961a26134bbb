import { describe, expect, it } from 'vitest';
import { EMPTY_SIGNUP, type SignupForm, signupSchema } from './signup.schema';

const GOOD: SignupForm = {
  firstName: 'Ada',
  lastName: "O'Neil",
  email: 'ada@example.com',
  country: 'DE',
  countryCode: '+49',
  phoneNumber: '0151 234',
  password: 'Abcdef1!',
  passwordConfirmation: 'Abcdef1!',
  code: '',
  plans: 'off',
};

/** The first message of each field, as the form shows them. */
function faults(change: Partial<SignupForm>): Partial<Record<string, string>> {
  const result = signupSchema.safeParse({ ...GOOD, ...change });
  const shown: Record<string, string> = {};
  for (const { path, message } of result.error?.issues ?? []) shown[String(path[0])] ??= message;
  return shown;
}

function withPassword(password: string) {
  return faults({ password, passwordConfirmation: password }).password;
}

describe('the sign-up form', () => {
  it('takes a good form', () => expect(faults({})).toEqual({}));

  it.each([
    ['A', 'First name must be at least 2 characters'],
    ['Al', undefined],
    ['a'.repeat(50), undefined],
    ['a'.repeat(51), 'First name cannot exceed 50 characters'],
    ['Anne-Marie', undefined],
    ['José', undefined],
    ['Jose\u0301', undefined],
    ['李明', undefined],
    ['Mary Ann', undefined],
    ['R2D2', 'First name can only contain letters, spaces, hyphens, and apostrophes'],
    ['Al!', 'First name can only contain letters, spaces, hyphens, and apostrophes'],
    ['𝒜', 'First name must be at least 2 characters'],
  ])('AC-110 to AC-116: first name %j gives %j', (firstName, message) => {
    expect(faults({ firstName }).firstName).toBe(message);
  });

  it.each([
    ['N', 'Last name must be at least 2 characters'],
    ['n'.repeat(51), 'Last name cannot exceed 50 characters'],
    ['N0', 'Last name can only contain letters, spaces, hyphens, and apostrophes'],
  ])('AC-113 to AC-115: last name %j gives %j', (lastName, message) => {
    expect(faults({ lastName }).lastName).toBe(message);
  });

  it.each([
    ['', 'Please enter a valid email address'],
    ['ada', 'Please enter a valid email address'],
    ['ada@example', 'Please enter a valid email address'],
    ['ada@-x.com', 'Please enter a valid email address'],
    ['.ada@example.com', 'Please enter a valid email address'],
    ['ada@example.1', 'Please enter a valid email address'],
    ['a+b@example.co.uk', undefined],
    [`${'a'.repeat(243)}@example.com`, undefined],
    [`${'a'.repeat(244)}@example.com`, 'Email cannot exceed 255 characters'],
  ])('AC-117, AC-118: address %j gives %j', (email, message) => {
    expect(faults({ email }).email).toBe(message);
  });

  it.each([
    ['', 'Password must be at least 8 characters'],
    ['Abcde1!', 'Password must be at least 8 characters'],
    ['Abcdef1!', undefined],
    [`Abcdef1!${'x'.repeat(24)}`, undefined],
    [`Abcdef1!${'x'.repeat(25)}`, 'Password cannot exceed 32 characters'],
    ['abcdefg!', 'Password must contain at least one uppercase letter'],
    ['ABCDEFG!', 'Password must contain at least one lowercase letter'],
    ['Abcdefg!', 'Password must contain at least one number'],
    ['Abcdefg1', 'Password must contain at least one special character'],
    ['abcdefgh', 'Password must contain at least one uppercase letter'],
  ])('AC-119 to AC-126: password %j gives %j', (password, message) => {
    expect(withPassword(password)).toBe(message);
  });

  it('AC-127: puts a mismatch on the confirmation, beside other faults', () => {
    expect(faults({ passwordConfirmation: 'Abcdef1?' })).toEqual({ passwordConfirmation: 'Passwords do not match' });
    expect(faults({ firstName: '', passwordConfirmation: 'x' }).passwordConfirmation).toBe('Passwords do not match');
  });

  it.each([
    ['', 'Please select a valid country code'],
    ['+', 'Please select a valid country code'],
    ['49', 'Please select a valid country code'],
    ['+1', undefined],
    ['+590', undefined],
    ['+1268', 'Please select a valid country code'],
  ])('AC-129: country code %j gives %j', (countryCode, message) => {
    expect(faults({ countryCode }).countryCode).toBe(message);
  });

  it('AC-130: requires five characters for a phone number', () => {
    expect(faults({ phoneNumber: '1234' }).phoneNumber).toBe('Please enter a valid phone number');
    expect(faults({ phoneNumber: '12345' }).phoneNumber).toBeUndefined();
  });

  it('tells every fault of the empty form at once, AC-128 among them', () => {
    const shown = faults(EMPTY_SIGNUP);
    expect(Object.keys(shown)).toEqual([
      'firstName',
      'lastName',
      'email',
      'country',
      'countryCode',
      'phoneNumber',
      'password',
    ]);
    expect(shown.country).toBe('Please select a country');
  });
});

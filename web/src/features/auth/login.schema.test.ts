import { describe, expect, it } from 'vitest';
import { loginSchema } from './login.schema';

function first(email: string, password: string): string | undefined {
  return loginSchema.safeParse({ email, password }).error?.issues[0]?.message;
}

describe('the login form', () => {
  it.each([
    ['ada@example.com', 'password', undefined],
    ['ada', 'password', 'Please enter a valid email address'],
    ['', 'password', 'Please enter a valid email address'],
    [`${'a'.repeat(243)}@example.com`, 'password', undefined],
    [`${'a'.repeat(244)}@example.com`, 'password', 'Email must be less than 255 characters'],
    ['ada@example.com', '1234567', 'Password must be at least 8 characters'],
    ['ada@example.com', 'p'.repeat(32), undefined],
    ['ada@example.com', 'p'.repeat(33), 'Password must be less than 32 characters'],
  ])('AC-149 to AC-154: %j and %j give %j', (email, password, message) => {
    expect(first(email, password)).toBe(message);
  });
});

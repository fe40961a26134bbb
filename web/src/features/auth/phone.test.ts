import { describe, expect, it } from 'vitest';
import { normalisePhone } from './phone';

describe('the phone number that is sent', () => {
  it.each([
    ['+49 151 234', '+1', '+49 151 234'],
    ['+49 (30) 0123', '+33', '+49 (30) 0123'],
    ['0612345678', '+33', '+33612345678'],
    ['0049301234', '+33', '+3349301234'],
    ['0049151', '+49', '+4949151'],
    ['5551234', '+1', '+15551234'],
    ['00000', '+1', '+1'],
  ])('AC-131, AC-132: %j with %j becomes %j', (entered, prefix, sent) => {
    expect(normalisePhone(entered, prefix)).toBe(sent);
  });
});

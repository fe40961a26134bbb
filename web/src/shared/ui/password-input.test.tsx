import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { PasswordInput } from './password-input';

describe('a password field', () => {
  it('is masked, accepts pasted text, and keeps what password managers need', async () => {
    const user = userEvent.setup();
    render(<PasswordInput aria-label="Password" autoComplete="current-password" />);
    const input = screen.getByLabelText('Password');
    expect(input).toHaveAttribute('type', 'password');
    expect(input).toHaveAttribute('autocomplete', 'current-password');
    await user.click(input);
    await user.paste('Correct-Horse-1 and 日本');
    expect(input).toHaveValue('Correct-Horse-1 and 日本');
  });

  it('shows the password on request', async () => {
    const user = userEvent.setup();
    render(<PasswordInput aria-label="Password" />);
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'text');
  });
});

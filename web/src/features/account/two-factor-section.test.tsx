import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { expectAccessible } from '@/test/axe';
import { renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import { TwoFactorSection } from './two-factor-section';

const CODES = Array.from({ length: 10 }, (_, index) => `3kq7-c8v0-d5m2-ax1${index}`);

let enabled = false;

beforeEach(() => {
  signIn();
  enabled = false;
  server.use(
    http.get('*/api/v1/me/second-factors', () =>
      HttpResponse.json({
        totp: enabled,
        enabledAt: enabled ? '2026-11-01T10:00:00Z' : null,
        recoveryCodes: enabled ? 10 : 0,
      }),
    ),
    http.post('*/api/v1/me/second-factors/totp', () =>
      HttpResponse.json({ secret: 'JBSWY3DP', otpauthUrl: 'otpauth://totp/x', qrCode: '<svg/>' }),
    ),
    http.post('*/api/v1/me/second-factors/totp/confirm', () => {
      enabled = true;
      return HttpResponse.json({ recoveryCodes: CODES });
    }),
    http.delete('*/api/v1/me/second-factors/totp', async ({ request }) => {
      const { password } = (await request.json()) as { password: string };
      if (password !== 'right') {
        const errors = [{ field: 'password', message: 'This is not your current password.' }];
        return HttpResponse.json({ code: 'invalid', message: 'Invalid.', errors }, { status: 422 });
      }
      enabled = false;
      return new HttpResponse(null, { status: 204 });
    }),
  );
});

describe('two-factor authentication', () => {
  it('shows the key, confirms it with a code and shows the recovery codes', async () => {
    const { user, container } = await renderScreen(<TwoFactorSection />);
    await user.click(await screen.findByRole('button', { name: 'Set up' }));
    await waitFor(() => expect(screen.getByLabelText('Key')).toHaveValue('JBSWY3DP'));
    const code = screen.getByLabelText('Code');
    await user.type(code, '12');
    await user.click(screen.getByRole('button', { name: 'Turn on' }));
    await waitFor(() => expect(code).toHaveAccessibleDescription('Enter the 6 digits of the app'));
    await user.type(code, '3456');
    await user.click(screen.getByRole('button', { name: 'Turn on' }));
    expect(await screen.findByText(CODES[9] ?? '')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'I saved them' }));
    expect(await screen.findByText(/10 recovery codes left/)).toBeInTheDocument();
    await expectAccessible(container);
  });

  it('is turned off with the password', async () => {
    enabled = true;
    const { user } = await renderScreen(<TwoFactorSection />);
    await user.click(await screen.findByRole('button', { name: 'Turn off' }));
    const password = await screen.findByLabelText('Password');
    await user.type(password, 'wrong{Enter}');
    await waitFor(() => expect(password).toHaveAccessibleDescription('This is not your current password.'));
    await user.clear(password);
    await user.type(password, 'right{Enter}');
    expect(await screen.findByRole('button', { name: 'Set up' })).toBeInTheDocument();
  });
});

import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { installFacts } from '@/shared/config/product';
import { sessionStore } from '@/shared/lib/session-store';
import { expectAccessible } from '@/test/axe';
import { renderScreen } from '@/test/render';
import { server } from '@/test/server';
import { SignupScreen } from './signup-screen';

const facts = installFacts();

beforeEach(() => {
  sessionStore.start();
  facts.openSignup = false;
  return () => {
    facts.openSignup = true;
  };
});

const status = (mode: string, setup = false, plans = false) =>
  server.use(http.get('*/api/v1/signup-status', () => HttpResponse.json({ mode, setup, plans })));

describe('sign-up where not everybody may', () => {
  it('says that sign-up is closed, and whom to ask', async () => {
    status('closed');
    const { container } = await renderScreen(<SignupScreen onDone={vi.fn()} />);
    expect(await screen.findByRole('heading', { name: 'Sign-up is closed' })).toBeVisible();
    expect(screen.getByRole('link', { name: facts.supportEmail })).toHaveAttribute(
      'href',
      `mailto:${facts.supportEmail}`,
    );
    expect(screen.queryByRole('button', { name: 'Create Account' })).toBeNull();
    await expectAccessible(container);
  });

  it('asks for the invitation code, filled in from the link', async () => {
    status('invite');
    const { container } = await renderScreen(<SignupScreen code="from-the-link" onDone={vi.fn()} />);
    expect(await screen.findByLabelText('Invitation code')).toHaveValue('from-the-link');
    await expectAccessible(container);
  });

  it('asks for the set-up code while there is no account, also where sign-up is closed', async () => {
    status('closed', true);
    await renderScreen(<SignupScreen onDone={vi.fn()} />);
    expect(await screen.findByLabelText('Set-up code')).toBeVisible();
    expect(screen.queryByLabelText('Who is this server for?')).toBeNull();
  });

  it('asks at the set-up whom the server is for', async () => {
    status('invite', true, true);
    const { container, user } = await renderScreen(<SignupScreen onDone={vi.fn()} />);
    const question = await screen.findByRole('combobox', { name: 'Who is this server for?' });
    expect(question).toHaveTextContent('My own people');
    expect(question).toHaveAccessibleDescription(/^No plans and no limits\./);
    await expectAccessible(container);
    await user.click(question);
    await user.click(await screen.findByRole('option', { name: 'Customers' }));
    expect(question).toHaveAccessibleDescription(/^Workspaces have plans with limits/);
  });

  it('shows the plain form without a request where anybody may sign up', async () => {
    facts.openSignup = true;
    const asked = vi.fn();
    server.use(http.get('*/api/v1/signup-status', asked));
    await renderScreen(<SignupScreen code="unused" onDone={vi.fn()} />);
    expect(screen.getByLabelText('First name')).toBeVisible();
    expect(screen.queryByLabelText(/code$/i)).toHaveAttribute('name', 'countryCode');
    expect(asked).not.toHaveBeenCalled();
  });
});

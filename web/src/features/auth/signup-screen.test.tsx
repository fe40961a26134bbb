import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { sessionStore } from '@/shared/lib/session-store';
import { expectAccessible } from '@/test/axe';
import { findToast, PERSON, renderScreen } from '@/test/render';
import { server } from '@/test/server';
import { SignupScreen } from './signup-screen';

const done = vi.fn();
const password = 'Abcdef1!';

beforeEach(() => {
  done.mockClear();
  sessionStore.start();
  server.use(http.get('*/api/v1/ip', () => HttpResponse.json({ ip: '203.0.113.7' })));
});

type Screen = Awaited<ReturnType<typeof renderScreen>>;

async function chooseCountry(user: Screen['user'], search: string, name: string) {
  await user.click(screen.getByRole('combobox', { name: 'Country' }));
  await user.click(await screen.findByPlaceholderText('Search country...'));
  await user.paste(search);
  await user.click(screen.getByRole('option', { name: new RegExp(name) }));
}

/** Puts text into a field at once, as pasting does. */
async function enter(user: Screen['user'], label: string, text: string) {
  await user.click(screen.getByLabelText(label));
  await user.paste(text);
}

async function fill(user: Screen['user']) {
  await enter(user, 'First name', 'Ada');
  await enter(user, 'Last name', 'Byron');
  await enter(user, 'Email', 'ada@example.com');
  await chooseCountry(user, 'franc', 'France');
  await enter(user, 'Phone number', '0612345678');
  await enter(user, 'Password', password);
  await enter(user, 'Confirm password', password);
}

function answer(status: number, reply: object, seen: unknown[] = []) {
  server.use(
    http.post('*/api/v1/auth/signup', async ({ request }) => {
      seen.push(await request.json());
      return HttpResponse.json(reply, { status });
    }),
  );
  return seen;
}

const submit = (user: Screen['user']) => user.click(screen.getByRole('button', { name: 'Create Account' }));

describe('sign-up', () => {
  it('AC-97, AC-98: has its heading and its fields in order, and is accessible', async () => {
    const { container } = await renderScreen(<SignupScreen onDone={done} />);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Create Your Linnet Account');
    const labels = [...container.querySelectorAll('label')].map((label) => label.textContent);
    expect(labels).toEqual([
      'First name',
      'Last name',
      'Email',
      'Country',
      'Country code',
      'Phone number',
      'Password',
      'Confirm password',
    ]);
    expect(screen.getByLabelText('Country code')).toHaveAttribute('readonly');
    await expectAccessible(container);
  });

  it('puts every fault under its field and the cursor into the first', async () => {
    const { user, container } = await renderScreen(<SignupScreen onDone={done} />);
    await submit(user);
    await screen.findByText('First name must be at least 2 characters');
    const field = screen.getByLabelText('First name');
    expect(field).toHaveFocus();
    expect(field).toHaveAccessibleDescription('First name must be at least 2 characters');
    expect(field).toHaveAttribute('aria-invalid', 'true');
    expect(screen.getByRole('combobox', { name: 'Country' })).toHaveAccessibleDescription('Please select a country');
    await expectAccessible(container);
  });

  it('AC-99, AC-100, AC-103: searches countries and fills the code', async () => {
    const { user } = await renderScreen(<SignupScreen onDone={done} />);
    await user.click(screen.getByRole('combobox', { name: 'Country' }));
    const search = await screen.findByPlaceholderText('Search country...');
    expect((await screen.findAllByRole('option')).length).toBeGreaterThan(235);
    await user.type(search, 'atlantis');
    expect(screen.getByText('No country found.')).toBeInTheDocument();
    await user.clear(search);
    await user.type(search, 'aland');
    await user.keyboard('{Enter}');
    expect(screen.getByRole('combobox', { name: 'Country' })).toHaveTextContent('Åland Islands');
    expect(screen.getByLabelText('Country code')).toHaveValue('+358');
  });

  it('AC-105, AC-106: shows and hides each password by itself', async () => {
    const { user } = await renderScreen(<SignupScreen onDone={done} />);
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'text');
    expect(screen.getByLabelText('Confirm password')).toHaveAttribute('type', 'password');
    await user.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password');
  });

  it('AC-131 to AC-139: sends exactly the payload, keeps the session, says so and goes on', async () => {
    const seen = answer(201, { token: 'tok', user: PERSON, message: '' });
    const { user } = await renderScreen(<SignupScreen onDone={done} />);
    await fill(user);
    await submit(user);
    await waitFor(() => expect(done).toHaveBeenCalledTimes(1));
    expect(seen).toEqual([
      {
        firstName: 'Ada',
        lastName: 'Byron',
        email: 'ada@example.com',
        password,
        passwordConfirmation: password,
        country: 'FR',
        countryCode: '+33',
        phoneNumber: '+33612345678',
        ipAddress: '203.0.113.7',
      },
    ]);
    expect(sessionStore.get()).toMatchObject({ status: 'authenticated', token: 'tok', user: { email: PERSON.email } });
    expect(await findToast('Success!')).toHaveTextContent('Your account has been created successfully.');
  });

  it.each([
    ['fails', () => new HttpResponse(null, { status: 500 })],
    ['is unreachable', () => HttpResponse.error()],
    ['answers nonsense', () => HttpResponse.json({ ip: 7 })],
  ])('AC-134: goes on with an empty address when the lookup %s', async (_, reply) => {
    server.use(http.get('*/api/v1/ip', reply));
    const seen = answer(201, { token: 'tok', user: PERSON, message: 'Welcome.' });
    const { user } = await renderScreen(<SignupScreen onDone={done} />);
    await fill(user);
    await submit(user);
    await waitFor(() => expect(done).toHaveBeenCalled());
    expect(seen[0]).toMatchObject({ ipAddress: '' });
    expect(await findToast('Success!')).toHaveTextContent('Welcome.');
  });

  it('AC-107, AC-108: says that it works, cannot be sent twice, and can be sent again', async () => {
    let open: () => void = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const calls = vi.fn();
    server.use(
      http.post('*/api/v1/auth/signup', async () => {
        calls();
        await gate;
        return HttpResponse.json({ message: 'No.' }, { status: 500 });
      }),
    );
    const { user } = await renderScreen(<SignupScreen onDone={done} />);
    await fill(user);
    await submit(user);
    const button = await screen.findByRole('button', { name: 'Creating Account...' });
    expect(button).toBeDisabled();
    await user.click(button);
    open();
    expect(await screen.findByRole('button', { name: 'Create Account' })).toBeEnabled();
    expect(calls).toHaveBeenCalledTimes(1);
  });

  it('AC-140, AC-142: tells a failure, shows the server’s faults, and keeps what was typed', async () => {
    answer(409, { message: 'This address is taken.', errors: [{ field: 'email', message: 'Already in use.' }] });
    const { user } = await renderScreen(<SignupScreen onDone={done} />);
    await fill(user);
    await submit(user);
    const toast = await findToast('Signup Failed');
    expect(toast).toHaveTextContent('This address is taken.');
    expect(toast).toHaveClass('ui-bad');
    expect(toast).toHaveClass('ui-bad');
    expect(toast.closest('[aria-live="polite"]')).not.toBeNull();
    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('Already in use.');
    expect(screen.getByLabelText('Email')).toHaveFocus();
    expect(screen.getByLabelText('First name')).toHaveValue('Ada');
    expect(screen.getByLabelText('Password')).toHaveValue(password);
    expect(done).not.toHaveBeenCalled();
  });

  it('AC-141: shows the default message for a response without one', async () => {
    answer(500, {});
    const { user } = await renderScreen(<SignupScreen onDone={done} />);
    await fill(user);
    await submit(user);
    const toast = await findToast('Signup Failed');
    expect(within(toast).getByText('Signup failed. Please try again.')).toBeInTheDocument();
  });
});

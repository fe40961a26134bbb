import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { installFacts } from '@/shared/config/product';
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

const long = (count: number) => 'x'.repeat(count);
const emailOf = (count: number) => {
  const domain = `${long(60)}.${long(60)}.${long(60)}.example.com`;
  return `${long(count - domain.length - 1)}@${domain}`;
};

/** Input per field and the expected message; null for valid input. */
const RULES: [items: string, label: string, cases: [typed: string, message: string | null][]][] = [
  [
    'AC-110 AC-111 AC-112 AC-116',
    'First name',
    [
      ['A', 'First name must be at least 2 characters'],
      [long(51), 'First name cannot exceed 50 characters'],
      ['R2D2', 'First name can only contain letters, spaces, hyphens, and apostrophes'],
      ['<script>window.hit=1</script>', 'First name can only contain letters, spaces, hyphens, and apostrophes'],
      ['Al', null],
      [long(50), null],
      ["O'Neil", null],
      ['Anne-Marie', null],
      ['José', null],
    ],
  ],
  [
    'AC-113 AC-114 AC-115 AC-116',
    'Last name',
    [
      ['B', 'Last name must be at least 2 characters'],
      [long(51), 'Last name cannot exceed 50 characters'],
      ['<b>', 'Last name can only contain letters, spaces, hyphens, and apostrophes'],
      ['Li', null],
      [long(50), null],
      ['de la Cruz', null],
    ],
  ],
  [
    'AC-117 AC-118',
    'Email',
    [
      ['ada', 'Please enter a valid email address'],
      ['ada@', 'Please enter a valid email address'],
      ['ada@example', 'Please enter a valid email address'],
      [emailOf(256), 'Email cannot exceed 255 characters'],
      [emailOf(255), null],
      ['ada+news@example.co.uk', null],
    ],
  ],
  [
    'AC-130',
    'Phone number',
    [
      ['1234', 'Please enter a valid phone number'],
      ['12345', null],
    ],
  ],
  [
    'AC-119 AC-120 AC-121 AC-122 AC-123 AC-124 AC-125 AC-126',
    'Password',
    [
      ['', 'Password must be at least 8 characters'],
      ['Aa1-xyz', 'Password must be at least 8 characters'],
      [`Aa1-${long(29)}`, 'Password cannot exceed 32 characters'],
      [long(33), 'Password cannot exceed 32 characters'],
      ['xxxxxxxx', 'Password must contain at least one uppercase letter'],
      ['XXXXXXXX', 'Password must contain at least one lowercase letter'],
      ['Xxxxxxxx', 'Password must contain at least one number'],
      ['Xxxxxxx1', 'Password must contain at least one special character'],
      ['Xxxxx-12', null],
      [`Aa1-${long(28)}`, null],
    ],
  ],
  [
    'AC-127',
    'Confirm password',
    [
      ['Correct-Horse8', 'Passwords do not match'],
      ['', 'Passwords do not match'],
      [password, null],
    ],
  ],
];

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

  it('AC-128, AC-129: puts every fault under its field and the cursor into the first', async () => {
    const { user, container } = await renderScreen(<SignupScreen onDone={done} />);
    await submit(user);
    await screen.findByText('First name must be at least 2 characters');
    expect(screen.getAllByRole('alert').map((alert) => alert.textContent)).toEqual([
      'First name must be at least 2 characters',
      'Last name must be at least 2 characters',
      'Please enter a valid email address',
      'Please select a country',
      'Please select a valid country code',
      'Please enter a valid phone number',
      'Password must be at least 8 characters',
    ]);
    const field = screen.getByLabelText('First name');
    expect(field).toHaveFocus();
    expect(field).toHaveAccessibleDescription('First name must be at least 2 characters');
    expect(field).toHaveAttribute('aria-invalid', 'true');
    expect(screen.getByRole('combobox', { name: 'Country' })).toHaveAccessibleDescription('Please select a country');
    await expectAccessible(container);
  });

  for (const [items, label, cases] of RULES) {
    it(`${items}: shows the first violated rule of ${label.toLowerCase()} while it is typed`, async () => {
      const { user } = await renderScreen(<SignupScreen onDone={done} />);
      await enter(user, 'Password', password);
      await submit(user);
      const input = screen.getByLabelText(label);
      await waitFor(() => expect(screen.getByLabelText('First name')).toBeInvalid());
      for (const [typed, message] of cases) {
        fireEvent.change(input, { target: { value: typed } });
        if (message === null) await waitFor(() => expect(input, typed).not.toHaveAttribute('aria-invalid'));
        else {
          await waitFor(() => expect(input, typed).toHaveAccessibleDescription(message));
          expect(input).toHaveAttribute('aria-invalid', 'true');
          expect(screen.getAllByText(message)).toHaveLength(1);
        }
      }
    });
  }

  it('AC-99, AC-100, AC-103: searches countries and fills the code', async () => {
    const { user } = await renderScreen(<SignupScreen onDone={done} />);
    await user.click(screen.getByRole('combobox', { name: 'Country' }));
    const search = await screen.findByPlaceholderText('Search country...');
    expect((await screen.findAllByRole('option')).length).toBeGreaterThan(235);
    await user.type(search, 'atlantis');
    expect(screen.getByText('No country found.')).toBeInTheDocument();
    await user.clear(search);
    await user.type(search, 'aland');
    await screen.findByRole('option', { name: /Åland Islands/, selected: true });
    await user.keyboard('{Enter}');
    expect(screen.getByRole('combobox', { name: 'Country' })).toHaveTextContent('Åland Islands');
    expect(screen.getByLabelText('Country code')).toHaveValue('+358');
  });

  it('AC-105, AC-106: shows and hides each password by itself', async () => {
    const { user } = await renderScreen(<SignupScreen onDone={done} />);
    await enter(user, 'Password', 'Secret-12');
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'text');
    expect(screen.getByLabelText('Confirm password')).toHaveAttribute('type', 'password');
    await user.click(screen.getByRole('button', { name: 'Show confirmation' }));
    expect(screen.getByLabelText('Confirm password')).toHaveAttribute('type', 'text');
    await user.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password');
    expect(screen.getByLabelText('Password')).toHaveValue('Secret-12');
    expect(screen.getByLabelText('Confirm password')).toHaveAttribute('type', 'text');
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

  it('sends whom the server is for at the set-up', async () => {
    const facts = installFacts();
    facts.openSignup = false;
    server.use(
      http.get('*/api/v1/signup-status', () => HttpResponse.json({ mode: 'open', setup: false, plans: true })),
    );
    const seen = answer(201, { token: 'tok', user: PERSON, message: 'Welcome.' });
    const { user } = await renderScreen(<SignupScreen onDone={done} />);
    expect(await screen.findByRole('combobox', { name: 'Who is this server for?' })).toBeVisible();
    await fill(user);
    await submit(user);
    await waitFor(() => expect(done).toHaveBeenCalled());
    expect(seen[0]).toMatchObject({ plans: 'off' });
    facts.openSignup = true;
  });

  it('AC-136, AC-138: stores nothing for a response without a token, and shows the default message', async () => {
    answer(201, { user: PERSON });
    const { user } = await renderScreen(<SignupScreen onDone={done} />);
    await fill(user);
    await submit(user);
    expect(await findToast('Success!')).toHaveTextContent('Your account has been created successfully.');
    expect(Object.keys(localStorage)).not.toContain('linnet.token');
    expect(Object.keys(localStorage)).not.toContain('linnet.user');
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

  it('AC-140: shows the default message of the screen for an error without one', async () => {
    const { user } = await renderScreen(<SignupScreen onDone={done} />);
    await fill(user);
    const send = globalThis.fetch;
    vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) =>
      input instanceof Request && input.url.endsWith('/auth/signup')
        ? Promise.reject(new Error(''))
        : send(input, init),
    );
    await submit(user);
    expect(await findToast('Signup Failed')).toHaveTextContent('An error occurred during signup. Please try again.');
  });
});

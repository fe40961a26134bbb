import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import type { components } from '@/shared/api/schema';
import { expectAccessible } from '@/test/axe';
import { renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import { NotificationPreferences } from './notification-preferences';

type Preference = components['schemas']['NotificationPreference'];

const ABOUT = { about: 'What it is about.', inApp: true } as const;
const STORED: Preference[] = [
  { ...ABOUT, category: 'security', label: 'Account security', email: 'immediate', locked: true },
  { ...ABOUT, category: 'domains', label: 'Domains', email: 'immediate', locked: false },
];

let sent: unknown[];
let stored: Preference[];

beforeEach(() => {
  signIn();
  sent = [];
  stored = STORED;
  server.use(
    http.get('*/api/v1/me/notification-preferences', () =>
      HttpResponse.json({ items: stored, nextCursor: null, total: stored.length }),
    ),
    http.put('*/api/v1/me/notification-preferences/:category', async ({ params, request }) => {
      const change = (await request.json()) as Pick<Preference, 'inApp' | 'email'>;
      sent.push({ category: params.category, ...change });
      stored = stored.map((item) => (item.category === params.category ? { ...item, ...change } : item));
      return HttpResponse.json(stored.find(({ category }) => category === params.category));
    }),
  );
});

describe('notification preferences', () => {
  it('lists the categories, without controls for account security, and is accessible', async () => {
    const { container } = await renderScreen(<NotificationPreferences />);
    expect(await screen.findByText('Always on, in the app and by email')).toBeInTheDocument();
    expect(screen.getAllByRole('switch')).toHaveLength(1);
    await expectAccessible(container);
  });

  it('stores a changed switch with the choice of emails', async () => {
    const { user } = await renderScreen(<NotificationPreferences />);
    const inApp = await screen.findByRole('switch', { name: 'Show notifications about Domains in the app' });
    await user.click(inApp);
    await waitFor(() => expect(sent).toEqual([{ category: 'domains', inApp: false, email: 'immediate' }]));
    expect(inApp).not.toBeChecked();
  });

  it('stores another choice of emails', async () => {
    const { user } = await renderScreen(<NotificationPreferences />);
    await user.click(await screen.findByRole('combobox', { name: 'Emails about Domains' }));
    await user.click(await screen.findByRole('option', { name: 'Daily summary' }));
    await waitFor(() => expect(sent).toEqual([{ category: 'domains', inApp: true, email: 'daily' }]));
  });

  it('stores the last of several changes, one request after the other', async () => {
    let answer = () => {};
    const first = new Promise<void>((resolve) => (answer = resolve));
    server.use(
      http.put(
        '*/api/v1/me/notification-preferences/:category',
        async ({ request }) => {
          sent.push(await request.json());
          await first;
          return HttpResponse.json({});
        },
        { once: true },
      ),
    );
    const { user } = await renderScreen(<NotificationPreferences />);
    const inApp = await screen.findByRole('switch', { name: /Domains/ });
    await user.click(inApp);
    await waitFor(() => expect(sent).toHaveLength(1));
    await user.click(inApp);
    expect(sent).toHaveLength(1);
    answer();
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]).toEqual({ category: 'domains', inApp: true, email: 'immediate' });
    expect(inApp).toBeChecked();
  });

  it('says that a change is not saved, until it is reverted', async () => {
    server.use(
      http.put('*/api/v1/me/notification-preferences/:category', () => new HttpResponse(null, { status: 422 })),
    );
    const { user } = await renderScreen(<NotificationPreferences />);
    const inApp = await screen.findByRole('switch', { name: /Domains/ });
    await user.click(inApp);
    expect(await screen.findByRole('alert')).toHaveTextContent(/^Couldn’t save/);
    await user.click(inApp);
    expect(inApp).toBeChecked();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(sent).toEqual([]);
  });
});

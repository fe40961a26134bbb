import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import type { components } from '@/shared/api/schema';
import { expectAccessible } from '@/test/axe';
import { findToast, renderScreen, signIn } from '@/test/render';
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

  it('shows the stored preference again when saving fails', async () => {
    server.use(
      http.put('*/api/v1/me/notification-preferences/:category', () => new HttpResponse(null, { status: 422 })),
    );
    const { user } = await renderScreen(<NotificationPreferences />);
    const inApp = await screen.findByRole('switch', { name: /Domains/ });
    await user.click(inApp);
    await findToast('Couldn’t save the notifications');
    await waitFor(() => expect(inApp).toBeChecked());
  });
});

import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { expectAccessible } from '@/test/axe';
import { problem } from '@/test/fixtures/handlers';
import { findToast, renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import { RetentionForm } from './retention-form';

const workspace = {
  id: 'wsp_1',
  name: 'Oat Street',
  plan: 'FREE' as const,
  hasPlans: true,
  timeZone: 'UTC',
  createdAt: '2026-11-01T10:00:00Z',
  role: 'owner' as const,
  permissions: ['workspace:read', 'workspace:manage'],
  retentionDays: null,
  deletedAt: null,
  purgeAt: null,
  planRetentionDays: 30,
  defaultDomainId: null,
};

let sent: unknown[];

beforeEach(() => {
  signIn();
  sent = [];
  server.use(
    http.patch('*/api/v1/workspaces/:id', async ({ request }) => {
      const change = (await request.json()) as object;
      sent.push(change);
      return HttpResponse.json({ ...workspace, ...change });
    }),
  );
});

it('asks for confirmation before it shortens the retention', async () => {
  const { user } = await renderScreen(<RetentionForm workspace={workspace} />);
  await user.type(screen.getByRole('textbox', { name: 'Days' }), '7');
  await user.click(screen.getByRole('button', { name: 'Save retention' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Store clicks for 7 days only?' });
  expect(sent).toEqual([]);
  await expectAccessible(dialog);
  await user.click(within(dialog).getByRole('button', { name: 'Delete older clicks' }));
  expect(await findToast('Retention saved')).toHaveTextContent('Clicks are stored for 7 days.');
  expect(sent).toEqual([{ retentionDays: 7 }]);
});

it('restores the retention of the plan without confirmation when the input is empty', async () => {
  const { user } = await renderScreen(<RetentionForm workspace={{ ...workspace, retentionDays: 7 }} />);
  await user.clear(screen.getByRole('textbox', { name: 'Days' }));
  await user.click(screen.getByRole('button', { name: 'Save retention' }));
  expect(await findToast('Retention saved')).toHaveTextContent('Clicks are stored for 30 days.');
  expect(sent).toEqual([{ retentionDays: null }]);
});

it('accepts whole days up to the retention of the plan', async () => {
  const { user } = await renderScreen(<RetentionForm workspace={workspace} />);
  for (const text of ['31', '0', '-1', '1.5', 'ten']) {
    await user.clear(screen.getByRole('textbox', { name: 'Days' }));
    await user.type(screen.getByRole('textbox', { name: 'Days' }), text);
    await user.click(screen.getByRole('button', { name: 'Save retention' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Enter 1 to 30 days, or leave this empty');
  }
  expect(sent).toEqual([]);
});

it('shows a server error on the input, which has the focus and its text, after the confirmation', async () => {
  const message = 'Click retention is 1 to 5 days on this plan.';
  server.use(http.patch('*/api/v1/workspaces/:id', () => problem(422, message, [{ field: 'retentionDays', message }])));
  const { user } = await renderScreen(<RetentionForm workspace={workspace} />);
  const days = screen.getByRole('textbox', { name: 'Days' });
  await user.type(days, '7');
  await user.click(screen.getByRole('button', { name: 'Save retention' }));
  await user.click(await screen.findByRole('button', { name: 'Delete older clicks' }));
  await waitFor(() => expect(days).toHaveAccessibleDescription(message));
  await waitFor(() => expect(days).toHaveFocus());
  expect(days).toHaveValue('7');
});

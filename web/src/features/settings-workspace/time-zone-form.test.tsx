import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { problem } from '@/test/fixtures/handlers';
import { findToast, renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import { TimeZoneForm } from './time-zone-form';

beforeEach(() => signIn());

it('saves another time zone', async () => {
  const sent: unknown[] = [];
  server.use(
    http.patch('*/api/v1/workspaces/current', async ({ request }) => {
      const change = (await request.json()) as object;
      sent.push(change);
      return HttpResponse.json({ id: 'wsp_1', ...change });
    }),
  );
  const { user } = await renderScreen(<TimeZoneForm timeZone="UTC" />);
  expect(screen.getByRole('button', { name: 'Save time zone' })).toBeDisabled();
  await user.click(screen.getByRole('combobox', { name: 'Time zone' }));
  await user.click(await screen.findByPlaceholderText('Search time zones'));
  await user.paste('tokyo');
  await user.click(screen.getByRole('option', { name: 'Asia/Tokyo' }));
  await user.click(screen.getByRole('button', { name: 'Save time zone' }));
  await findToast('Time zone saved');
  expect(sent).toEqual([{ timeZone: 'Asia/Tokyo' }]);
});

it('shows a server error on the time zone, which has the focus and the chosen zone', async () => {
  const message = 'Unknown time zone.';
  server.use(http.patch('*/api/v1/workspaces/current', () => problem(422, message, [{ field: 'timeZone', message }])));
  const { user } = await renderScreen(<TimeZoneForm timeZone="UTC" />);
  const zone = screen.getByRole('combobox', { name: 'Time zone' });
  await user.click(zone);
  await user.click(await screen.findByPlaceholderText('Search time zones'));
  await user.paste('tokyo');
  await user.click(screen.getByRole('option', { name: 'Asia/Tokyo' }));
  await user.click(screen.getByRole('button', { name: 'Save time zone' }));
  await waitFor(() => expect(zone).toHaveAccessibleDescription(message));
  await waitFor(() => expect(zone).toHaveFocus());
  expect(zone).toHaveTextContent('Asia/Tokyo');
});

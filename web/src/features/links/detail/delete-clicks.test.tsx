import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { expectAccessible } from '@/test/axe';
import { problem } from '@/test/fixtures/handlers';
import { aLink } from '@/test/fixtures/links';
import { findToast, renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import { DeleteClicks } from './delete-clicks';

beforeEach(() => signIn());

it('deletes clicks after the alias was typed', async () => {
  let deleted = 0;
  server.use(
    http.delete('*/api/v1/links/:id/clicks', () => {
      deleted += 1;
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const { user } = await renderScreen(<DeleteClicks link={aLink({ clickCount: 1200 })} />);
  await user.click(screen.getByRole('button', { name: 'Delete clicks' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete clicks of /launch?' });
  expect(dialog).toHaveTextContent('1,200 clicks by people');
  expect(within(dialog).getByRole('button', { name: 'Delete clicks' })).toBeDisabled();
  await expectAccessible(dialog);
  await user.type(within(dialog).getByRole('textbox'), 'launch');
  await user.click(within(dialog).getByRole('button', { name: 'Delete clicks' }));
  expect(await findToast('Clicks of /launch deleted')).toBeVisible();
  expect(deleted).toBe(1);
});

it('shows the reason when the deletion fails', async () => {
  server.use(http.delete('*/api/v1/links/:id/clicks', () => problem(403, 'Ask an owner or an admin.')));
  const { user } = await renderScreen(<DeleteClicks link={aLink()} />);
  await user.click(screen.getByRole('button', { name: 'Delete clicks' }));
  const dialog = await screen.findByRole('alertdialog');
  await user.type(within(dialog).getByRole('textbox'), 'launch{Enter}');
  expect(await findToast('Couldn’t delete the clicks')).toHaveTextContent('Ask an owner or an admin.');
});

import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { aLink } from '@/test/fixtures/links';
import { findToast, renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import { DeleteLinksDialog } from './delete-links-dialog';

const links = (count: number) => Array.from({ length: count }, (_, at) => aLink({ alias: `link-${at}` }));
const deed = () => screen.getByRole('button', { name: /^Delete \d+ links/ });

beforeEach(() => signIn());

it('asks for the number before it deletes ten', async () => {
  const asked = vi.fn(() => HttpResponse.json({ results: links(10).map((_, index) => ({ index, status: 204 })) }));
  server.use(http.delete('*/api/v1/links/bulk', asked));
  const onClose = vi.fn();
  const { user } = await renderScreen(<DeleteLinksDialog links={links(10)} onClose={onClose} />);
  const field = await screen.findByRole('textbox', { name: 'Type 10 to go on' });
  expect(deed()).toBeDisabled();
  await user.type(field, '1{Enter}');
  expect(asked).not.toHaveBeenCalled();
  await user.type(field, '0');
  expect(deed()).toBeEnabled();
  await user.click(deed());
  expect(await findToast('10 links deleted')).toBeVisible();
  expect(onClose).toHaveBeenCalledOnce();
});

it('asks nothing to be typed for nine', async () => {
  await renderScreen(<DeleteLinksDialog links={links(9)} onClose={() => {}} />);
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('/link-8');
  expect(deed()).toBeEnabled();
  expect(screen.queryByRole('textbox')).toBeNull();
});

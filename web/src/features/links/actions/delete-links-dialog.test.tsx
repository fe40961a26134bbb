import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { aLink } from '@/test/fixtures/links';
import { findToast, renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import { DeleteLinksDialog } from './delete-links-dialog';

const links = (count: number) => Array.from({ length: count }, (_, at) => aLink({ alias: `link-${at}` }));
const deleteButton = () => screen.getByRole('button', { name: /^Delete \d+ links/ });

beforeEach(() => signIn());

it('requires typing the number to delete ten links', async () => {
  const handler = vi.fn(() => HttpResponse.json({ results: links(10).map((_, index) => ({ index, status: 204 })) }));
  server.use(http.delete('*/api/v1/links/bulk', handler));
  const onClose = vi.fn();
  const { user } = await renderScreen(<DeleteLinksDialog links={links(10)} onClose={onClose} />);
  const field = await screen.findByRole('textbox', { name: 'Type 10 to confirm' });
  expect(deleteButton()).toBeDisabled();
  await user.type(field, '1{Enter}');
  expect(handler).not.toHaveBeenCalled();
  await user.type(field, '0');
  expect(deleteButton()).toBeEnabled();
  await user.click(deleteButton());
  expect(await findToast('10 links deleted')).toBeVisible();
  expect(onClose).toHaveBeenCalledOnce();
});

it('requires no typing to delete nine links', async () => {
  await renderScreen(<DeleteLinksDialog links={links(9)} onClose={() => {}} />);
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('/link-8');
  expect(deleteButton()).toBeEnabled();
  expect(screen.queryByRole('textbox')).toBeNull();
});

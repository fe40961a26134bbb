import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { expectAccessible } from '@/test/axe';
import { renderScreen } from '@/test/render';
import { server } from '@/test/server';
import { ShareDialog } from './share-dialog';

const api = (path: string) => `*/api/v1${path}`;
const share = {
  id: 'shr_1',
  scope: 'link',
  subjectId: 'lnk_1',
  label: 'localhost:8080/launch',
  hasPassword: true,
  expiresAt: null,
  createdBy: 'usr_1',
  createdAt: '2026-11-20T12:00:00Z',
};

const subject = { scope: 'link', subjectId: 'lnk_1' } as const;

it('makes a page, tells its address once, and ends it', async () => {
  let kept: (typeof share)[] = [];
  const sent: unknown[] = [];
  server.use(
    http.get(api('/shares'), () => HttpResponse.json({ items: kept, nextCursor: null, total: kept.length })),
    http.post(api('/shares'), async ({ request }) => {
      sent.push(await request.json());
      kept = [share, { ...share, id: 'shr_2', subjectId: 'lnk_2', label: 'localhost:8080/other' }];
      return HttpResponse.json({ ...share, url: 'http://localhost:8080/share/secret' }, { status: 201 });
    }),
    http.delete(api('/shares/:id'), ({ params }) => {
      kept = kept.filter(({ id }) => id !== params.id);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const { user } = await renderScreen(<ShareDialog subject={subject} name="/launch" onClose={() => {}} />);
  const dialog = within(await screen.findByRole('dialog', { name: 'Share /launch' }));
  expect(await dialog.findByText('Nothing is shared yet.')).toBeVisible();
  await user.type(dialog.getByLabelText('Password'), 'open sesame');
  await user.click(dialog.getByRole('button', { name: 'Make a public page' }));
  expect(await dialog.findByDisplayValue('http://localhost:8080/share/secret')).toBeVisible();
  expect(sent).toEqual([{ scope: 'link', subjectId: 'lnk_1', password: 'open sesame', expiresAt: null }]);
  await expectAccessible(screen.getByRole('dialog'));

  // Only this link's pages are listed here.
  expect(dialog.queryByText('localhost:8080/other')).toBeNull();
  await user.click(await dialog.findByRole('button', { name: 'Stop sharing localhost:8080/launch' }));
  expect(await dialog.findByText('Nothing is shared yet.')).toBeVisible();
});

it('puts the server’s fault under the password', async () => {
  const message = 'A password has 4 to 200 characters.';
  server.use(
    http.get(api('/shares'), () => HttpResponse.json({ items: [], nextCursor: null, total: 0 })),
    http.post(api('/shares'), () =>
      HttpResponse.json({ code: 'invalid', message, errors: [{ field: 'password', message }] }, { status: 422 }),
    ),
  );
  const { user } = await renderScreen(<ShareDialog subject={subject} name="/launch" onClose={() => {}} />);
  await user.type(await screen.findByLabelText('Password'), 'abc');
  await user.click(screen.getByRole('button', { name: 'Make a public page' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(message);
});

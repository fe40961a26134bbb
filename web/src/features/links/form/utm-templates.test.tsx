import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { linkHandlers } from '@/test/fixtures/handlers';
import { findToast, renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import { CreateLinkDialog } from './create-link-dialog';

const API = '*/api/v1';
const utm = { source: 'news', medium: 'email', campaign: null, term: null, content: null, ref: null };
const saved: unknown[] = [];

beforeEach(() => {
  signIn();
  sessionStorage.clear();
  saved.length = 0;
  server.use(
    http.get(`${API}/utm-templates`, () =>
      HttpResponse.json({ items: [{ id: 'tpl_1', name: 'Newsletter', utm }], nextCursor: null, total: 1 }),
    ),
    http.post(`${API}/utm-templates`, async ({ request }) => {
      saved.push(await request.json());
      return HttpResponse.json({ id: 'tpl_2', name: 'Poster', utm }, { status: 201 });
    }),
    ...linkHandlers([]),
  );
});

it('fills the fields from a template and saves them as a new template', async () => {
  const { user } = await renderScreen(<CreateLinkDialog onClose={() => {}} />);
  await user.click(screen.getByText('UTM', { selector: 'b' }));
  await user.click(await screen.findByRole('button', { name: 'Use template' }));
  await user.click(await screen.findByRole('option', { name: 'Newsletter' }));
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Source' })).toHaveValue('news'));
  expect(screen.getByRole('textbox', { name: 'Campaign' })).toHaveValue('');
  await user.type(screen.getByRole('textbox', { name: 'Campaign' }), 'may');
  await user.click(screen.getByRole('button', { name: 'Save as template' }));
  await user.type(await screen.findByRole('textbox', { name: 'Template name' }), 'Poster{Enter}');
  expect(await findToast('Template saved')).toHaveTextContent('Poster');
  expect(saved).toEqual([
    { name: 'Poster', utm: { source: 'news', medium: 'email', campaign: 'may', term: '', content: '', ref: '' } },
  ]);
  // Enter in the name does not submit the link form.
  expect(screen.getByRole('dialog', { name: 'New link' })).toBeVisible();
});

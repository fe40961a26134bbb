import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { PageForm, PageResponse } from '@/entities/bio-page/bio-page-responses';
import { expectAccessible } from '@/test/axe';
import { problem } from '@/test/fixtures/handlers';
import { findToast, renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import { ResponsesTab } from './responses-tab';

const API = '*/api/v1';
const PAGE = `${API}/bio-pages/bio_1`;

function aResponse(number: number, form: string): PageResponse {
  const email = `visitor${number}@example.com`;
  const createdAt = `2026-11-20T12:0${number}:00Z`;
  return { id: `rsp_${number}`, blockId: `blk_${form}`, form, email, consent: 'Mail me **news**.', createdAt };
}

/** A page with the forms news and shop, and the responses that tests delete. */
function aServer(initial: PageResponse[]) {
  const state = { responses: initial };
  const of = (request: Request) => new URL(request.url).searchParams.get('blockId');
  const select = (blockId: string | null) => state.responses.filter((one) => !blockId || one.blockId === blockId);
  const count = (form: string) => state.responses.filter((one) => one.form === form).length;
  const formOf = (form: string, inDraft: boolean): PageForm => ({
    blockId: `blk_${form}`,
    title: form,
    inDraft,
    responses: count(form),
    latestAt: null,
  });
  server.use(
    http.get(`${PAGE}/forms`, () => {
      const items = [formOf('news', true), ...(count('shop') ? [formOf('shop', false)] : [])];
      return HttpResponse.json({ items, nextCursor: null, total: items.length });
    }),
    http.get(`${PAGE}/responses`, ({ request }) => {
      const found = select(of(request));
      const from = Number(new URL(request.url).searchParams.get('cursor') ?? 0);
      const next = from + 2 < found.length ? String(from + 2) : null;
      return HttpResponse.json({ items: found.slice(from, from + 2), nextCursor: next, total: found.length });
    }),
    http.delete(`${PAGE}/responses/:id`, ({ params }) => {
      state.responses = state.responses.filter(({ id }) => id !== params.id);
      return new HttpResponse(null, { status: 204 });
    }),
    http.delete(`${PAGE}/responses`, ({ request }) => {
      const gone = select(of(request));
      state.responses = state.responses.filter((one) => !gone.includes(one));
      return HttpResponse.json({ deleted: gone.length });
    }),
  );
  return state;
}

const open = () => renderScreen(<ResponsesTab pageId="bio_1" />);
const emails = () => screen.getAllByRole('link', { name: /@example/ }).map((link) => link.textContent);

function asRole(role: string, permissions: string[]) {
  server.use(
    http.get(`${API}/workspaces/:id`, () =>
      HttpResponse.json({ id: 'wsp_1', name: 'Oat', timeZone: 'Europe/London', role, permissions }),
    ),
  );
}

beforeEach(() => {
  signIn();
  asRole('editor', ['links:write']);
});

describe('ResponsesTab', () => {
  it('lists the responses page by page with the time in the zone of the workspace', async () => {
    aServer([aResponse(3, 'news'), aResponse(2, 'news'), aResponse(1, 'shop')]);
    const { user } = await open();
    expect(await screen.findByText('3 responses')).toBeVisible();
    expect(emails()).toEqual(['visitor3@example.com', 'visitor2@example.com']);
    expect(screen.getByText('20 Nov 2026, 12:03')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show older responses' }));
    await waitFor(() => expect(emails()).toHaveLength(3));
    await user.click(screen.getByRole('button', { name: 'Consent of visitor1@example.com' }));
    expect(await screen.findByText('Mail me **news**.')).toBeVisible();
    await expectAccessible(document.body);
  });

  it('filters by form, and exports and deletes what the filter shows', async () => {
    const state = aServer([aResponse(3, 'news'), aResponse(2, 'news'), aResponse(1, 'shop')]);
    const exported = vi.fn();
    server.use(
      http.get(`${PAGE}/responses/export`, ({ request }) => {
        exported(new URL(request.url).search);
        return problem(500, 'The file could not be written.');
      }),
    );
    const { user } = await open();
    await user.click(await screen.findByRole('combobox', { name: 'Form' }));
    await user.click(await screen.findByRole('option', { name: 'shop, deleted (1)' }));
    expect(await screen.findByText('1 response')).toBeVisible();
    await waitFor(() => expect(emails()).toEqual(['visitor1@example.com']));

    await user.click(screen.getByRole('button', { name: 'Export CSV' }));
    await findToast('Couldn’t export the responses');
    expect(exported).toHaveBeenCalledWith('?blockId=blk_shop');

    await user.click(screen.getByRole('button', { name: 'Delete all…' }));
    const confirm = await screen.findByRole('button', { name: 'Delete responses' });
    expect(confirm).toBeDisabled();
    await user.type(screen.getByRole('textbox', { name: 'Type 1 to confirm' }), '1');
    await user.click(confirm);
    await findToast('1 response deleted');
    expect(state.responses.map(({ id }) => id)).toEqual(['rsp_3', 'rsp_2']);
    await waitFor(() => expect(emails()).toHaveLength(2)); // the filter ends with the deleted form
  });

  it('deletes one response after a confirmation, and then shows that there is none', async () => {
    aServer([aResponse(1, 'news')]);
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Delete the response of visitor1@example.com' }));
    await user.click(await screen.findByRole('button', { name: 'Delete response' }));
    await findToast('Response deleted');
    expect(await screen.findByRole('heading', { name: 'No responses yet' })).toBeVisible();
  });

  it('shows viewers why they see no responses, and requests none', async () => {
    const requested = vi.fn();
    server.use(http.get(`${PAGE}/*`, requested));
    asRole('viewer', []);
    await open();
    expect(await screen.findByRole('heading', { name: /^Only owners, admins and editors/ })).toBeVisible();
    expect(requested).not.toHaveBeenCalled();
  });

  it('shows an error with a retry', async () => {
    server.use(http.get(`${PAGE}/*`, () => problem(500, 'The records are unavailable.')));
    const { user } = await open();
    const retry = await screen.findByRole('button', { name: /again|retry/i }, { timeout: 5_000 });
    aServer([aResponse(1, 'news')]);
    await user.click(retry);
    expect(await screen.findByText('1 response')).toBeVisible();
  });
});

import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AuditEntry } from '@/entities/audit/audit.queries';
import { expectAccessible } from '@/test/axe';
import { aWorkspace } from '@/test/fixtures/workspace';
import { renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import { AuditScreen } from './audit-screen';

const API = '*/api/v1';

function anEntry(change: Partial<AuditEntry> = {}): AuditEntry {
  return {
    id: 'evt_1',
    sequence: 7,
    at: '2026-11-22T14:05:00Z',
    actor: { kind: 'user', id: 'usr_1', name: 'Anna Berg' },
    action: 'link.updated',
    summary: 'changed the destination of go/spring',
    subject: { kind: 'link', id: 'lnk_1', label: 'go/spring' },
    before: { url: 'https://example.com/' },
    after: { url: 'https://example.org/' },
    labels: { url: 'destination' },
    erased: false,
    network: '192.0.2.0/24',
    hash: 'ab',
    ...change,
  };
}

function logHandler(seen: URLSearchParams[], entries: readonly AuditEntry[] = [anEntry()]) {
  return http.get(`${API}/audit-log`, ({ request }) => {
    seen.push(new URL(request.url).searchParams);
    return HttpResponse.json({ items: entries, nextCursor: null, total: entries.length });
  });
}

let requests: URLSearchParams[];

beforeEach(() => {
  signIn();
  requests = [];
  server.use(
    logHandler(requests),
    http.get(`${API}/workspaces/current`, () => HttpResponse.json(aWorkspace())),
    http.get(`${API}/workspaces/:id/members`, () => HttpResponse.json({ items: [], nextCursor: null, total: 0 })),
  );
});

describe('audit log', () => {
  it('shows the fields before and after when an entry is expanded', async () => {
    const { user } = await renderScreen(<AuditScreen />);
    await user.click(await screen.findByRole('button', { name: /Details of “Anna Berg changed the destination/ }));
    const row = within(screen.getByRole('row', { name: /Destination/ }));
    expect(row.getByText('https://example.com/')).toBeVisible();
    expect(row.getByText('https://example.org/')).toBeVisible();
    await expectAccessible();
  });

  it('shows plans by their names', async () => {
    const plans = { before: { plan: 'FREE' }, after: { plan: 'BASIC' }, labels: { plan: 'plan' } };
    server.use(logHandler(requests, [anEntry({ ...plans, summary: 'set the plan to Basic' })]));
    const { user } = await renderScreen(<AuditScreen />);
    await user.click(await screen.findByRole('button', { name: /Details of/ }));
    expect(screen.getByRole('row', { name: 'Plan Free Basic' })).toBeVisible();
  });

  it('requests the action when a filter is chosen', async () => {
    const { user } = await renderScreen(<AuditScreen />);
    await screen.findByText('1 entry');
    await user.click(screen.getByRole('combobox', { name: 'Action' }));
    await user.click(await screen.findByRole('option', { name: 'API keys' }));
    await expect.poll(() => requests.at(-1)?.get('action')).toBe('key');
  });

  it('says why an editor does not see the log, and requests none', async () => {
    server.use(
      http.get(`${API}/workspaces/current`, () =>
        HttpResponse.json(aWorkspace({ role: 'editor', permissions: ['links:read'] })),
      ),
    );
    await renderScreen(<AuditScreen />);
    expect(await screen.findByText("Your role (editor) can't see the audit log. Ask an owner or admin.")).toBeVisible();
    expect(requests).toHaveLength(0);
  });
});

import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Domain } from '@/entities/domain/domain.types';
import { expectAccessible } from '@/test/axe';
import { aDomain, aPendingDomain, domainHandlers, OWNERSHIP, ROUTE } from '@/test/fixtures/domains';
import { problem } from '@/test/fixtures/handlers';
import { findToast, renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import { asciiHost, cleanHost, isLocal } from './host-name';
import { NameScreen } from './name-screen';
import { SetupScreen } from './setup-screen';

const API = '*/api/v1';
const PENDING = aPendingDomain();

/** The setup with its step in component state. */
function Setup({ id = PENDING.id }: { id?: string }) {
  const [step, setStep] = useState('records');
  return <SetupScreen domainId={id} redirects={step === 'redirects'} onStep={setStep} />;
}

/** Answers GET with `stored` and each check with the next of `checks`, the last one repeatedly. */
function useDomain(stored: Domain, ...checks: Domain[]) {
  const requests = vi.fn();
  let current = stored;
  server.use(
    http.get(`${API}/domains/${stored.id}`, () => HttpResponse.json(current)),
    http.post(`${API}/domains/${stored.id}/verify`, () => {
      requests();
      current = checks.shift() ?? current;
      return HttpResponse.json(current);
    }),
  );
  return requests;
}

beforeEach(() => {
  signIn();
  server.use(...domainHandlers([PENDING]));
});

describe('cleanHost', () => {
  it('removes what surrounds the host of a pasted URL', () => {
    expect(cleanHost(' https://go.example.com:443/path?q#f ')).toBe('go.example.com');
    expect(cleanHost('go.example.com.')).toBe('go.example.com');
  });
});

describe('isLocal', () => {
  it.each([
    'http://localhost:8080',
    'http://127.0.0.1',
    'http://[::1]:8080',
    'https://links.internal',
    'http://10.0.0.5',
  ])('is true for %s', (url) => expect(isLocal(url)).toBe(true));
  it.each(['https://links.example.com', 'http://198.51.100.7', ''])('is false for “%s”', (url) =>
    expect(isLocal(url)).toBe(false),
  );
});

describe('asciiHost', () => {
  it('returns the Punycode form of international hosts only', () => {
    expect(asciiHost('bücher.example')).toBe('xn--bcher-kva.example');
    expect(asciiHost('go.example.com')).toBeNull();
  });
});

describe('domain name step', () => {
  it('warns on an install without a public address', async () => {
    await renderScreen(<NameScreen />);
    expect(screen.getByRole('note')).toHaveTextContent('This install has no public address yet');
  });

  it('adds the domain without scheme and path, and opens its DNS records', async () => {
    const bodies: unknown[] = [];
    server.use(
      http.post(`${API}/domains`, async ({ request }) => {
        bodies.push(await request.json());
        return HttpResponse.json(PENDING, { status: 201 });
      }),
    );
    const { user, router } = await renderScreen(<NameScreen />);
    await user.type(await screen.findByRole('textbox', { name: 'Domain name' }), 'https://go.oatstreet.example/x');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard/domains/dom_2/setup'));
    expect(bodies).toEqual([{ host: 'go.oatstreet.example' }]);
  });

  it('shows the ASCII form while an international host is typed', async () => {
    const { user } = await renderScreen(<NameScreen />);
    const field = await screen.findByRole('textbox', { name: 'Domain name' });
    await user.type(field, 'bücher.example');
    expect(field).toHaveAccessibleDescription('In DNS: xn--bcher-kva.example');
    await expectAccessible();
  });

  it('shows the server’s message at the field', async () => {
    const message = 'Another workspace has verified this host.';
    server.use(http.post(`${API}/domains`, () => problem(409, message, [{ field: 'host', message }])));
    const { user } = await renderScreen(<NameScreen />);
    const field = await screen.findByRole('textbox', { name: 'Domain name' });
    await user.type(field, 'go.taken.example');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(field).toHaveAccessibleDescription(message));
    expect(field).toHaveFocus();
  });

  it('links to the domain that the workspace already has', async () => {
    const message = 'This workspace already has this domain.';
    const own = aDomain({ id: 'dom_7', host: 'go.oatstreet.example', unicodeHost: 'go.oatstreet.example' });
    server.use(
      ...domainHandlers([own]),
      http.post(`${API}/domains`, () => problem(409, message, [{ field: 'host', message }])),
    );
    const { user } = await renderScreen(<NameScreen />);
    await user.type(
      await screen.findByRole('textbox', { name: 'Domain name' }),
      'https://Go.oatstreet.example/{Enter}',
    );
    const link = await screen.findByRole('link', { name: 'Open go.oatstreet.example' });
    expect(link).toHaveAttribute('href', '/dashboard/domains/dom_7');
    expect(screen.getByRole('textbox', { name: 'Domain name' })).toHaveAccessibleDescription(
      `${message} Open go.oatstreet.example`,
    );
  });

  it('requires a name', async () => {
    const { user } = await renderScreen(<NameScreen />);
    await user.click(await screen.findByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('Enter a domain name.')).toBeVisible();
  });

  it('leads to the plans when the plan’s limit is reached', async () => {
    server.use(http.post(`${API}/domains`, () => problem(402, 'The plan allows 1 domain.')));
    const { user } = await renderScreen(<NameScreen />);
    await user.type(await screen.findByRole('textbox', { name: 'Domain name' }), 'go.example.com{Enter}');
    expect(await screen.findByRole('link', { name: 'View plans' })).toHaveAttribute('href', '/pricing');
  });
});

describe('DNS records step', () => {
  it('shows each part of the records with a copy button', async () => {
    useDomain(PENDING);
    await renderScreen(<Setup />);
    const records = await screen.findAllByRole('article');
    expect(records).toHaveLength(2);
    const [txt] = records.map((record) => within(record));
    expect(txt?.getByText('_linnet.go.oatstreet.example')).toBeVisible();
    expect(txt?.getByText('linnet-verification=t0ken')).toBeVisible();
    for (const what of [
      'the type TXT',
      'the name of the TXT record',
      'the value of the TXT record',
      'the TTL of the TXT record',
    ]) {
      expect(txt?.getByRole('button', { name: `Copy ${what}` })).toBeVisible();
    }
    expect(screen.getByRole('button', { name: 'Continue' })).toBeDisabled();
    await expectAccessible();
  });

  it('shows what a lookup found instead of the expected value', async () => {
    useDomain(
      aPendingDomain({
        checkedAt: '2026-11-22T12:00:00Z',
        records: [OWNERSHIP, { ...ROUTE, found: ['elsewhere.example'] }],
      }),
    );
    await renderScreen(<Setup />);
    const [txt, cname] = (await screen.findAllByRole('article')).map((record) => within(record));
    expect(txt?.getByText('Not found yet')).toBeVisible();
    expect(cname?.getByText('Different value')).toBeVisible();
    expect(cname?.getByText('elsewhere.example')).toBeVisible();
  });

  it('checks by itself and continues to the redirects once verified', async () => {
    const requests = useDomain(PENDING, aDomain({ id: PENDING.id }));
    const { user } = await renderScreen(<Setup />);
    expect(await screen.findByText(/is verified\./)).toBeVisible();
    expect(requests).toHaveBeenCalledOnce();
    expect(await screen.findAllByText('Found')).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByRole('heading', { name: 'Redirect other visits' })).toBeVisible();
  });

  it('checks again on request', async () => {
    const requests = useDomain(PENDING, PENDING, aDomain({ id: PENDING.id }));
    const { user } = await renderScreen(<Setup />);
    const check = await screen.findByRole('button', { name: 'Check now' });
    await waitFor(() => expect(requests).toHaveBeenCalledOnce());
    await waitFor(() => expect(check).toBeEnabled());
    await user.click(check);
    expect(await screen.findByText(/is verified\./)).toBeVisible();
    expect(requests).toHaveBeenCalledTimes(2);
  });

  it('shows why a check failed', async () => {
    server.use(
      http.post(`${API}/domains/${PENDING.id}/verify`, () => problem(429, 'This domain was checked many times.')),
    );
    await renderScreen(<Setup />);
    expect(await screen.findByText('This domain was checked many times.')).toBeVisible();
  });

  it('links to an email with all records', async () => {
    useDomain(PENDING);
    await renderScreen(<Setup />);
    const href = (await screen.findByRole('link', { name: 'Email these records' })).getAttribute('href') ?? '';
    const mail = decodeURIComponent(href);
    expect(mail).toMatch(/^mailto:\?subject=DNS records for go\.oatstreet\.example&body=/);
    for (const { name, value } of PENDING.records) expect(mail).toContain(`Name:  ${name}\r\nValue: ${value}`);
  });

  it('explains where a provider’s records are added', async () => {
    useDomain(PENDING);
    const { user } = await renderScreen(<Setup />);
    await user.click(await screen.findByRole('combobox', { name: 'DNS provider' }));
    await user.click(await screen.findByRole('option', { name: 'Cloudflare' }));
    expect(screen.getByText(/“DNS only”/)).toBeVisible();
    expect(screen.getByRole('link', { name: /Open Cloudflare/ })).toHaveAttribute('rel', 'noreferrer');
  });

  it('says that a domain does not exist', async () => {
    await renderScreen(<Setup id="dom_9" />);
    expect(await screen.findByRole('heading', { name: 'Domain not found' })).toBeVisible();
  });
});

describe('redirects step', () => {
  it('saves the URLs and opens the domain’s settings', async () => {
    const bodies: unknown[] = [];
    useDomain(aDomain());
    server.use(
      http.patch(`${API}/domains/dom_1`, async ({ request }) => {
        bodies.push(await request.json());
        return HttpResponse.json(aDomain({ rootUrl: 'https://oatstreet.example' }));
      }),
    );
    const { user, router } = await renderScreen(<SetupScreen domainId="dom_1" redirects onStep={() => {}} />);
    await user.type(await screen.findByRole('textbox', { name: 'Root URL' }), 'oatstreet.example');
    await user.click(screen.getByRole('button', { name: 'Finish' }));
    await findToast('Domain settings saved');
    expect(bodies).toEqual([
      { rootPageId: null, rootUrl: 'https://oatstreet.example', notFoundUrl: null, expiredUrl: null },
    ]);
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard/domains/dom_1'));
  });

  it('is not shown before the domain is verified', async () => {
    useDomain(PENDING);
    await renderScreen(<SetupScreen domainId={PENDING.id} redirects onStep={() => {}} />);
    expect(await screen.findByRole('heading', { name: /^Add DNS records/ })).toBeVisible();
  });
});

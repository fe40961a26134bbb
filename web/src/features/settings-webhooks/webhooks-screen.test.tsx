import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Webhook } from '@/entities/webhook/webhook.queries';
import { expectAccessible } from '@/test/axe';
import { problem } from '@/test/fixtures/handlers';
import { aDelivery, aWebhook } from '@/test/fixtures/webhooks';
import { aWorkspace } from '@/test/fixtures/workspace';
import { findToast, renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import { WebhookScreen } from './webhook-screen';
import { WebhooksScreen } from './webhooks-screen';

const API = '*/api/v1';
const SECRET = 'whsec_4fGh2K0123456789012345678901abcdefgh';

const listOf = (items: readonly unknown[]) => ({ items, nextCursor: null, total: items.length });
const listHandler = (all: readonly Webhook[]) => http.get(`${API}/webhooks`, () => HttpResponse.json(listOf(all)));

beforeEach(() => {
  signIn();
  server.use(
    listHandler([aWebhook()]),
    http.get(`${API}/workspaces/current`, () => HttpResponse.json(aWorkspace())),
    http.get(`${API}/webhooks/whk_1`, () => HttpResponse.json(aWebhook())),
    http.get(`${API}/webhooks/whk_1/deliveries`, () => HttpResponse.json(listOf([aDelivery()]))),
  );
});

describe('webhook list', () => {
  it('shows the URL, the events and the state of each webhook', async () => {
    server.use(
      listHandler([
        aWebhook(),
        aWebhook({ id: 'whk_2', url: 'https://a.example/', failingSince: '2026-11-02T12:00:00Z' }),
        aWebhook({ id: 'whk_3', url: 'https://b.example/', enabled: false, disabledReason: 'gone' }),
      ]),
    );
    await renderScreen(<WebhooksScreen />);
    const items = within(await screen.findByRole('list', { name: 'Webhooks' })).getAllByRole('listitem');
    expect(items[0]).toHaveTextContent('CRM · bio_page.form_submitted, link.created and 1 more');
    expect(items[0]).toHaveTextContent('Enabled');
    expect(items[1]).toHaveTextContent('Failing');
    expect(items[2]).toHaveTextContent('Disabled');
    await expectAccessible();
  });

  it('says why an editor sees no webhooks, and requests none', async () => {
    const requests: string[] = [];
    server.use(
      http.get(`${API}/workspaces/current`, () =>
        HttpResponse.json(aWorkspace({ role: 'editor', permissions: ['links:read', 'links:write'] })),
      ),
      http.get(`${API}/webhooks`, () => {
        requests.push('list');
        return problem(403, 'No.');
      }),
    );
    await renderScreen(<WebhooksScreen />);
    expect(await screen.findByText("Your role (editor) can't manage webhooks. Ask an owner or admin.")).toBeVisible();
    expect(requests).toEqual([]);
  });

  it('creates a webhook and shows its secret once', async () => {
    const bodies: unknown[] = [];
    server.use(
      listHandler([]),
      http.post(`${API}/webhooks`, async ({ request }) => {
        bodies.push(await request.json());
        return HttpResponse.json({ ...aWebhook(), secret: SECRET }, { status: 201 });
      }),
    );
    const { user } = await renderScreen(<WebhooksScreen />);
    await user.click(await screen.findByRole('button', { name: 'Create your first webhook' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Create webhook' }));
    await user.click(dialog.getByRole('button', { name: 'Create webhook' }));
    expect(await dialog.findByText('Enter the URL that receives the events.')).toBeVisible();
    expect(dialog.getByText('Select at least one event.')).toBeVisible();
    await user.type(dialog.getByRole('textbox', { name: 'URL' }), 'https://example.com/hooks');
    await user.click(dialog.getByRole('checkbox', { name: 'Domains' }));
    await user.click(dialog.getByRole('checkbox', { name: /^Form submitted/ }));
    expect(dialog.queryByRole('combobox', { name: 'Clicks to send' })).not.toBeInTheDocument();
    await user.click(dialog.getByRole('checkbox', { name: /^Link clicked/ }));
    await user.click(dialog.getByRole('combobox', { name: 'Clicks to send' }));
    await user.click(await screen.findByRole('option', { name: '10 % of the clicks' }));
    await user.click(dialog.getByRole('checkbox', { name: 'Also clicks by bots' }));
    await expectAccessible(screen.getByRole('dialog', { name: 'Create webhook' }));
    await user.click(dialog.getByRole('button', { name: 'Create webhook' }));
    expect(await screen.findByRole('textbox', { name: 'Signing secret' })).toHaveValue(SECRET);
    expect(bodies).toEqual([
      {
        url: 'https://example.com/hooks',
        description: '',
        events: ['domain.verified', 'domain.failing', 'bio_page.form_submitted', 'link.clicked'],
        clickSample: 10,
        clickBots: true,
      },
    ]);
  });

  it('shows the error of the server at the URL', async () => {
    server.use(
      http.post(`${API}/webhooks`, () =>
        problem(422, 'Invalid.', [{ field: 'url', message: 'The address does not lead to the public internet.' }]),
      ),
    );
    const { user } = await renderScreen(<WebhooksScreen />);
    await user.click(await screen.findByRole('button', { name: 'Create webhook' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Create webhook' }));
    await user.type(dialog.getByRole('textbox', { name: 'URL' }), 'https://10.0.0.1/');
    await user.click(dialog.getByRole('checkbox', { name: 'Links' }));
    await user.click(dialog.getByRole('button', { name: 'Create webhook' }));
    expect(await dialog.findByText('The address does not lead to the public internet.')).toBeVisible();
  });
});

it('rotates the secret of a webhook, and shows an error at the overlap', async () => {
  const bodies: unknown[] = [];
  const errors = [{ field: 'overlapSeconds', message: 'At most one day.' }];
  server.use(
    http.post(`${API}/webhooks/whk_1/rotate-secret`, async ({ request }) => {
      bodies.push(await request.json());
      if (bodies.length === 1) return problem(422, 'Invalid.', errors);
      return HttpResponse.json({ ...aWebhook(), secret: SECRET }, { status: 201 });
    }),
  );
  const { user } = await renderScreen(<WebhookScreen webhookId="whk_1" />);
  await user.click(await screen.findByRole('button', { name: 'Webhook actions' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Rotate secret…' }));
  const overlap = await screen.findByRole('combobox', { name: 'Current secret' });
  await user.click(overlap);
  await user.click(await screen.findByRole('option', { name: 'Signs for 7 more days' }));
  await user.click(screen.getByRole('button', { name: 'Rotate secret' }));
  await findToast('Couldn’t rotate the secret');
  expect(overlap).toHaveAccessibleDescription('At most one day.');

  await user.click(overlap);
  await user.click(await screen.findByRole('option', { name: 'Signs for 1 more day' }));
  await user.click(screen.getByRole('button', { name: 'Rotate secret' }));
  expect(await screen.findByRole('dialog', { name: 'New secret created' })).toBeVisible();
  expect(screen.getByDisplayValue(SECRET)).toBeVisible();
  expect(bodies).toEqual([{ overlapSeconds: 604_800 }, { overlapSeconds: 86_400 }]);
});

describe('webhook deliveries', () => {
  it('shows the body and the attempts of a delivery, and sends it again', async () => {
    const retried: string[] = [];
    server.use(
      http.get(`${API}/webhooks/whk_1/deliveries/dlv_1`, () =>
        HttpResponse.json({
          ...aDelivery(),
          body: '{"type":"bio_page.form_submitted","data":{"email":"ada@example.com"}}',
          attemptList: [
            { at: '2026-11-01T12:00:00Z', durationMs: 10_000, statusCode: null, error: 'No response.', excerpt: '' },
            { at: '2026-11-02T12:00:00Z', durationMs: 42, statusCode: 500, error: null, excerpt: 'Out of order' },
          ],
        }),
      ),
      http.post(`${API}/webhooks/whk_1/deliveries/dlv_1/retry`, () => {
        retried.push('dlv_1');
        return HttpResponse.json(aDelivery({ status: 'pending' }), { status: 202 });
      }),
    );
    const { user } = await renderScreen(<WebhookScreen webhookId="whk_1" />);
    const list = await screen.findByRole('list', { name: 'Deliveries' });
    expect(list).toHaveTextContent('Status 500 · 42 ms · 8 attempts');
    await user.click(within(list).getByRole('button', { name: 'bio_page.form_submitted' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'bio_page.form_submitted' }));
    expect(await dialog.findByText('Out of order')).toBeVisible();
    expect(dialog.getByText('No response.')).toBeVisible();
    expect(dialog.getByRole('region', { name: 'Body' })).toHaveTextContent('"email": "ada@example.com"');
    await expectAccessible(screen.getByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Send again' }));
    await findToast('Message queued again');
    expect(retried).toEqual(['dlv_1']);
  });

  it('offers to enable a webhook that was disabled', async () => {
    const bodies: unknown[] = [];
    server.use(
      http.get(`${API}/webhooks/whk_1`, () =>
        HttpResponse.json(aWebhook({ enabled: false, disabledReason: 'failing', disabledAt: '2026-11-02T12:00:00Z' })),
      ),
      http.patch(`${API}/webhooks/whk_1`, async ({ request }) => {
        bodies.push(await request.json());
        return HttpResponse.json(aWebhook());
      }),
    );
    const { user } = await renderScreen(<WebhookScreen webhookId="whk_1" />);
    expect(await screen.findByText('Disabled because every request failed for 5 days.')).toBeVisible();
    await expectAccessible();
    await user.click(screen.getByRole('button', { name: 'Enable' }));
    expect(bodies).toEqual([{ enabled: true }]);
  });

  it('says that a webhook does not exist', async () => {
    server.use(http.get(`${API}/webhooks/whk_1`, () => problem(404, 'There is no such webhook.')));
    await renderScreen(<WebhookScreen webhookId="whk_1" />);
    expect(await screen.findByRole('heading', { name: 'Webhook not found' })).toBeVisible();
  });
});

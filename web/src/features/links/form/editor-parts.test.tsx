// biome-ignore-all lint/suspicious/noThenProperty: `then` is the API's name for a rule's action
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { expectAccessible } from '@/test/axe';
import { aDomain, theDefaultDomain } from '@/test/fixtures/domains';
import { linkHandlers, NO_CONVENTIONS, problem } from '@/test/fixtures/handlers';
import { aLink } from '@/test/fixtures/links';
import { aWorkspace } from '@/test/fixtures/workspace';
import { renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import { CreateLinkDialog } from './create-link-dialog';
import { EditLinkDialog } from './edit-link-dialog';
import { clearDraft, readDraft } from './link-draft';

const API = '*/api/v1';
const save = () => screen.getByRole('button', { name: /^Save changes/ });

beforeEach(() => {
  signIn();
  clearDraft();
});

describe('rules in the edit dialog', () => {
  const link = aLink({
    rules: [
      {
        id: 'rul_1',
        name: '',
        when: { field: 'country', op: 'in', values: ['DE'] },
        then: { redirect: 'https://de.example' },
      },
      {
        id: 'rul_2',
        name: 'Posters',
        when: {
          all: [
            { not: { field: 'device', op: 'in', values: ['desktop'] } },
            {
              any: [
                { field: 'query', op: 'in', name: 'ref', values: ['poster'] },
                { field: 'bot', op: 'in', values: ['true'] },
              ],
            },
          ],
        },
        then: {
          split: [
            { url: 'https://a.example', weight: 60 },
            { url: 'https://b.example', weight: 40 },
          ],
        },
      },
    ],
  });
  beforeEach(() => server.use(...linkHandlers([link])));

  it('show server errors on their controls and keep unsaved input', async () => {
    server.use(
      http.patch(`${API}/links/:id`, () =>
        problem(422, 'Check the fields.', [
          { field: 'rules[1].when.all[1].any[0].values', message: 'No such value.' },
          { field: 'rules[1].then.split[1].url', message: 'No such host.' },
        ]),
      ),
    );
    const { user } = await renderScreen(<EditLinkDialog linkId={link.id} onClose={() => {}} />);
    await user.type(await screen.findByRole('textbox', { name: 'Destination' }), '?x');
    await user.click(save());
    const group = await screen.findByRole('group', { name: 'Condition group' });
    const values = within(group).getByRole('textbox', { name: 'Values' });
    expect(values).toHaveAccessibleDescription('No such value.');
    expect(values).toBeInvalid();
    await waitFor(() => expect(values).toHaveFocus());
    expect(screen.getByRole('textbox', { name: 'Variant 2 URL' })).toBeInvalid();
    expect(screen.getByText('No such host.')).toBeVisible();
    await user.type(values, 'flyer');
    expect(values).toBeValid();
    expect(screen.getByText('No such host.')).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Destination' })).toHaveValue('https://shop.example/new?x');
    await expectAccessible(screen.getByRole('dialog'));
  });

  it('are saved in their new order with uncommitted values', async () => {
    const bodies: unknown[] = [];
    server.use(
      http.patch(`${API}/links/:id`, async ({ request }) => {
        bodies.push(await request.json());
        return HttpResponse.json(link);
      }),
    );
    const { user } = await renderScreen(<EditLinkDialog linkId={link.id} onClose={() => {}} />);
    await user.click(await screen.findByRole('button', { name: /^Move up: Device/ }));
    await user.click(screen.getByRole('button', { name: /^Edit rule: Country/ }));
    await user.type(await screen.findByRole('combobox', { name: 'Values' }), 'austria');
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(bodies).toHaveLength(1));
    const [posters, germans] = [link.rules[1], link.rules[0]];
    expect(bodies).toEqual([
      {
        rules: [
          posters,
          { id: 'rul_1', when: { field: 'country', op: 'in', values: ['DE', 'AT'] }, then: germans?.then },
        ],
      },
    ]);
  });

  it('are not sent while incomplete', async () => {
    const sent = vi.fn(() => HttpResponse.json(link));
    server.use(http.patch(`${API}/links/:id`, sent));
    const { user } = await renderScreen(<EditLinkDialog linkId={link.id} onClose={() => {}} />);
    await user.click(await screen.findByRole('button', { name: 'Add rule' }));
    await user.click(save());
    expect(await screen.findByText('Enter at least one value.')).toBeVisible();
    expect(screen.getByText('Enter a destination.')).toBeVisible();
    expect(sent).not.toHaveBeenCalled();
  });
});

describe('A/B split', () => {
  it('starts from the destination, keeps a total of 100 and can be switched off', async () => {
    server.use(...linkHandlers([]));
    const { user } = await renderScreen(<CreateLinkDialog onClose={() => {}} draftUrl="https://a.example" />);
    await user.click(await screen.findByText('A/B split'));
    const toggle = screen.getByRole('checkbox', { name: /^Split traffic/ });
    await user.click(toggle);
    const share = await screen.findByRole('textbox', { name: 'Variant 1 percentage' });
    expect(screen.getByRole('textbox', { name: 'Variant 1 URL' })).toHaveValue('https://a.example');
    await user.click(share);
    await user.keyboard('30');
    expect(screen.getByRole('textbox', { name: 'Variant 2 percentage' })).toHaveValue('70');
    await user.click(screen.getByRole('button', { name: 'Split evenly' }));
    expect(share).toHaveValue('50');
    await user.click(toggle);
    expect(screen.queryByRole('textbox', { name: 'Variant 1 URL' })).toBeNull();
  });
});

describe('card preview', () => {
  it('renders for four networks and reports missing or long fields', async () => {
    server.use(...linkHandlers([]));
    const { user } = await renderScreen(<CreateLinkDialog onClose={() => {}} draftUrl="https://a.example/page" />);
    const rail = await screen.findByRole('complementary', { name: 'Live preview' });
    expect(await within(rail).findByText(/^Sketch/)).toBeVisible();
    await user.click(screen.getByText('Preview card'));
    await user.type(screen.getByRole('textbox', { name: 'Card title' }), 'Linen for the warm half');
    await user.type(screen.getByRole('textbox', { name: 'Card description' }), 'Shirts.');
    expect(await within(rail).findByText('No image: networks show a small card.')).toBeVisible();
    for (const network of ['Facebook', 'LinkedIn', 'Slack', 'X']) {
      await user.click(within(rail).getByRole('radio', { name: network }));
      expect(within(rail).getByRole('figure', { name: `Preview on ${network}` })).toHaveTextContent(
        'Linen for the warm half',
      );
    }
    await user.type(
      screen.getByRole('textbox', { name: 'Card title' }),
      ' of the year, and then some more words than fit',
    );
    expect(screen.getByText('Truncated after about 60 characters.')).toBeVisible();
  });
});

describe('click limit', () => {
  it('describes which clicks count', async () => {
    server.use(...linkHandlers([]));
    const { user } = await renderScreen(<CreateLinkDialog onClose={() => {}} />);
    await user.click(await screen.findByText('Expiry'));
    expect(screen.getByRole('textbox', { name: 'Click limit' })).toHaveAccessibleDescription(
      /clicks by people\. Link previews, bots and prefetches are not counted\./,
    );
  });
});

describe('domain select', () => {
  it('is plain text when there is only one domain', async () => {
    server.use(...linkHandlers([]));
    await renderScreen(<CreateLinkDialog onClose={() => {}} />);
    await screen.findByRole('dialog', { name: 'New link' });
    expect(screen.queryByRole('combobox', { name: 'Domain' })).toBeNull();
  });

  it('offers the domains when there are several', async () => {
    const bodies: unknown[] = [];
    server.use(
      http.get(`${API}/domains`, () =>
        HttpResponse.json({
          items: [theDefaultDomain(), aDomain()],
          nextCursor: null,
          total: 2,
        }),
      ),
      http.post(`${API}/links`, async ({ request }) => {
        bodies.push(await request.json());
        return HttpResponse.json(aLink(), { status: 201 });
      }),
      ...linkHandlers([]),
    );
    const { user } = await renderScreen(<CreateLinkDialog onClose={() => {}} draftUrl="https://a.example" />);
    await user.click(await screen.findByRole('combobox', { name: 'Domain' }));
    await user.click(await screen.findByRole('option', { name: 'go.oatstreet.example/' }));
    expect(screen.getByRole('complementary', { name: 'Live preview' })).toHaveTextContent('go.oatstreet.example/');
    await user.click(screen.getByRole('button', { name: /^Create link/ }));
    await waitFor(() => expect(bodies).toEqual([{ url: 'https://a.example', domain: 'go.oatstreet.example' }]));
  });

  it('starts on the workspace’s domain of new links with its redirect status', async () => {
    const bodies: unknown[] = [];
    server.use(
      http.get(`${API}/workspaces/current`, () => HttpResponse.json(aWorkspace({ defaultDomainId: 'dom_1' }))),
      http.get(`${API}/domains`, () =>
        HttpResponse.json({
          items: [theDefaultDomain(), aDomain({ redirectStatus: 301 })],
          nextCursor: null,
          total: 2,
        }),
      ),
      http.post(`${API}/links`, async ({ request }) => {
        bodies.push(await request.json());
        return HttpResponse.json(aLink(), { status: 201 });
      }),
      ...linkHandlers([]),
    );
    const { user } = await renderScreen(<CreateLinkDialog onClose={() => {}} />);
    const domain = await screen.findByRole('combobox', { name: 'Domain' });
    await waitFor(() => expect(domain).toHaveTextContent('go.oatstreet.example/'));
    expect(screen.getByText(/^301,/)).toBeVisible();
    expect(screen.queryByText('Draft saved')).toBeNull();
    await user.click(domain);
    await user.click(await screen.findByRole('option', { name: 'localhost:8080/' }));
    await user.type(screen.getByRole('textbox', { name: 'Destination' }), 'https://a.example');
    await user.click(screen.getByRole('button', { name: /^Create link/ }));
    await waitFor(() => expect(bodies).toEqual([{ url: 'https://a.example', domain: 'localhost:8080' }]));
  });
});

describe('campaign values', () => {
  it('are checked against the workspace’s conventions while typing', async () => {
    const { parameters } = NO_CONVENTIONS;
    server.use(
      http.get(`${API}/utm-conventions`, () =>
        HttpResponse.json({
          lowerCase: true,
          foldCase: false,
          parameters: {
            ...parameters,
            source: { required: true, allowed: [] },
            medium: { required: false, allowed: ['email', 'print'] },
          },
        }),
      ),
      ...linkHandlers([]),
    );
    const { user } = await renderScreen(<CreateLinkDialog onClose={() => {}} draftUrl="https://a.example" />);
    expect(await screen.findByText('requires source')).toBeVisible();
    await user.click(screen.getByText('UTM'));
    const source = screen.getByRole('textbox', { name: 'Source' });
    expect(source).toHaveAccessibleDescription('Required by this workspace.');
    await user.type(source, 'News');
    expect(source).toBeInvalid();
    expect(screen.getByText(/utm_source must be in lower case: “news”/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Use lower case' }));
    expect(source).toHaveValue('news');
    expect(source).toBeValid();
    await user.click(screen.getByRole('combobox', { name: 'Medium' }));
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['None', 'email', 'print']);
  });
});

describe('draft', () => {
  it('contains rules and is cleared when discarded', async () => {
    server.use(...linkHandlers([]));
    const { user } = await renderScreen(<CreateLinkDialog onClose={() => {}} draftUrl="https://a.example" />);
    await user.click(await screen.findByText('Rules'));
    await user.click(screen.getByRole('button', { name: 'Add rule' }));
    await user.type(await screen.findByRole('textbox', { name: 'Redirect to' }), 'b.example');
    expect(readDraft()?.rules[0]?.url).toBe('b.example');
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(readDraft()).toBeNull();
    expect(screen.getByRole('textbox', { name: 'Destination' })).toHaveValue('');
    expect(screen.queryByRole('textbox', { name: 'Redirect to' })).toBeNull();
  });
});

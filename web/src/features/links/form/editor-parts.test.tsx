// biome-ignore-all lint/suspicious/noThenProperty: so the API calls what a rule does
import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { expectAccessible } from '@/test/axe';
import { A_DOMAIN, linkHandlers, NO_CONVENTIONS, problem } from '@/test/fixtures/handlers';
import { aLink } from '@/test/fixtures/links';
import { renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import { CreateLinkDialog } from './create-link-dialog';
import { EditLinkDialog } from './edit-link-dialog';
import { dropDraft, readDraft } from './link-draft';

const API = '*/api/v1';
const save = () => screen.getByRole('button', { name: /^Save changes/ });

beforeEach(() => {
  signIn();
  dropDraft();
});

describe('the rules of a link', () => {
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

  it('are blamed at the very control, and nothing typed is lost', async () => {
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
    const group = await screen.findByRole('group', { name: 'Group of conditions' });
    const values = within(group).getByRole('textbox', { name: 'Values' });
    expect(values).toHaveAccessibleDescription('No such value.');
    expect(values).toBeInvalid();
    expect(values).toHaveFocus();
    expect(screen.getByRole('textbox', { name: 'Address 2' })).toBeInvalid();
    expect(screen.getByText('No such host.')).toBeVisible();
    await user.type(values, 'flyer');
    expect(values).toBeValid();
    expect(screen.getByText('No such host.')).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Destination' })).toHaveValue('https://shop.example/new?x');
    await expectAccessible(screen.getByRole('dialog'));
  });

  it('are saved with what is still being typed, in their new order', async () => {
    const bodies: unknown[] = [];
    server.use(
      http.patch(`${API}/links/:id`, async ({ request }) => {
        bodies.push(await request.json());
        return HttpResponse.json(link);
      }),
    );
    const { user } = await renderScreen(<EditLinkDialog linkId={link.id} onClose={() => {}} />);
    await user.click(await screen.findByRole('button', { name: /^Move up: Device/ }));
    await user.click(screen.getByRole('button', { name: /^Change rule: Country/ }));
    await user.type(await screen.findByRole('combobox', { name: 'Values' }), 'austria');
    await user.keyboard('{Control>}{Enter}{/Control}');
    await vi.waitFor(() => expect(bodies).toHaveLength(1));
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

  it('that are incomplete are not sent', async () => {
    const sent = vi.fn(() => HttpResponse.json(link));
    server.use(http.patch(`${API}/links/:id`, sent));
    const { user } = await renderScreen(<EditLinkDialog linkId={link.id} onClose={() => {}} />);
    await user.click(await screen.findByRole('button', { name: 'Add a rule' }));
    await user.click(save());
    expect(await screen.findByText('Say what to compare with.')).toBeVisible();
    expect(screen.getByText('Say where these visitors go.')).toBeVisible();
    expect(sent).not.toHaveBeenCalled();
  });
});

describe('a link’s own split', () => {
  it('is made from the destination, stays at 100, and is taken away', async () => {
    server.use(...linkHandlers([]));
    const { user } = await renderScreen(<CreateLinkDialog onClose={() => {}} draftUrl="https://a.example" />);
    await user.click(await screen.findByText('A/B split'));
    const both = screen.getByRole('checkbox', { name: /Share visitors out/ });
    await user.click(both);
    const share = await screen.findByRole('textbox', { name: 'Percent for address 1' });
    expect(screen.getByRole('textbox', { name: 'Address 1' })).toHaveValue('https://a.example');
    await user.click(share);
    await user.keyboard('30');
    expect(screen.getByRole('textbox', { name: 'Percent for address 2' })).toHaveValue('70');
    await user.click(screen.getByRole('button', { name: 'Even out' }));
    expect(share).toHaveValue('50');
    await user.click(both);
    expect(screen.queryByRole('textbox', { name: 'Address 1' })).toBeNull();
  });
});

describe('the preview card', () => {
  it('is shown as four networks do, and says what is missing', async () => {
    server.use(...linkHandlers([]));
    const { user } = await renderScreen(<CreateLinkDialog onClose={() => {}} draftUrl="https://a.example/page" />);
    const rail = await screen.findByRole('complementary', { name: 'Live preview' });
    expect(await within(rail).findByText(/^A sketch/)).toBeVisible();
    await user.click(screen.getByText('Preview card'));
    await user.type(screen.getByRole('textbox', { name: 'Card title' }), 'Linen for the warm half');
    await user.type(screen.getByRole('textbox', { name: 'Card text' }), 'Shirts.');
    expect(await within(rail).findByText('No image: the networks show a small card.')).toBeVisible();
    for (const network of ['Facebook', 'LinkedIn', 'Slack', 'X']) {
      await user.click(within(rail).getByRole('radio', { name: network }));
      expect(within(rail).getByRole('figure', { name: `The card on ${network}` })).toHaveTextContent(
        'Linen for the warm half',
      );
    }
    await user.type(
      screen.getByRole('textbox', { name: 'Card title' }),
      ' of the year, and then some more words than fit',
    );
    expect(screen.getByText('Cut after about 60 signs.')).toBeVisible();
  });
});

describe('the click limit', () => {
  it('says which clicks count', async () => {
    server.use(...linkHandlers([]));
    const { user } = await renderScreen(<CreateLinkDialog onClose={() => {}} />);
    await user.click(await screen.findByText('Expiry'));
    expect(screen.getByRole('textbox', { name: 'Click limit' })).toHaveAccessibleDescription(
      /clicks by people\. Link previews, bots and prefetches are not counted\./,
    );
  });
});

describe('the domain', () => {
  it('is plain text while there is only one', async () => {
    server.use(...linkHandlers([]));
    await renderScreen(<CreateLinkDialog onClose={() => {}} />);
    await screen.findByRole('dialog', { name: 'New link' });
    expect(screen.queryByRole('combobox', { name: 'Domain' })).toBeNull();
  });

  it('is chosen where there are several', async () => {
    const bodies: unknown[] = [];
    server.use(
      http.get(`${API}/domains`, () =>
        HttpResponse.json({
          items: [{ ...A_DOMAIN, id: 'dom_0', host: 'localhost:3000', isDefault: true }, A_DOMAIN],
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
    await vi.waitFor(() => expect(bodies).toEqual([{ url: 'https://a.example', domain: 'go.oatstreet.example' }]));
  });
});

describe('campaign values', () => {
  it('follow the workspace’s conventions while one types', async () => {
    const { parameters } = NO_CONVENTIONS;
    server.use(
      http.get(`${API}/utm-conventions`, () =>
        HttpResponse.json({
          lowerCase: true,
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
    expect(await screen.findByText('needs source')).toBeVisible();
    await user.click(screen.getByText('UTM'));
    const source = screen.getByRole('textbox', { name: 'Source' });
    expect(source).toHaveAccessibleDescription('This workspace wants it on every link.');
    await user.type(source, 'News');
    expect(source).toBeInvalid();
    expect(screen.getByText(/writes utm_source in lower case: “news”/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Write it so' }));
    expect(source).toHaveValue('news');
    expect(source).toBeValid();
    await user.click(screen.getByRole('combobox', { name: 'Medium' }));
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['none', 'email', 'print']);
  });
});

describe('the draft', () => {
  it('keeps rules, and goes when it is discarded', async () => {
    server.use(...linkHandlers([]));
    const { user } = await renderScreen(<CreateLinkDialog onClose={() => {}} draftUrl="https://a.example" />);
    await user.click(await screen.findByText('Rules'));
    await user.click(screen.getByRole('button', { name: 'Add a rule' }));
    await user.type(await screen.findByRole('textbox', { name: 'Where they go' }), 'b.example');
    expect(readDraft()?.rules[0]?.url).toBe('b.example');
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(readDraft()).toBeNull();
    expect(screen.getByRole('textbox', { name: 'Destination' })).toHaveValue('');
    expect(screen.queryByRole('textbox', { name: 'Where they go' })).toBeNull();
  });
});

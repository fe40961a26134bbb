import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Block } from '@/entities/bio-page/bio-page.types';
import { expectAccessible } from '@/test/axe';
import { aBioPage, bioPageServer } from '@/test/fixtures/bio-pages';
import { aLink, summaryOf } from '@/test/fixtures/links';
import { aMedia } from '@/test/fixtures/media';
import { renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import { BLOCK_TYPES } from '../block-types';
import { EditorScreen } from '../editor-screen';
import { embeddedAddress } from './embed';

const API = '*/api/v1';
const LINK = aLink({ id: 'lnk_1', alias: 'shop', title: 'Oat shop' });

type Fill = (user: UserEvent) => Promise<unknown>;
const type = (name: string, text: string) => async (user: UserEvent) => {
  const field = screen.getByRole('textbox', { name });
  await user.clear(field);
  await user.type(field, text);
};
const pickImage = (button: string) => async (user: UserEvent) => {
  await user.click(screen.getByRole('button', { name: button }));
  await user.click(await screen.findByRole('button', { name: 'Use A bowl of oats' }));
  expect(await screen.findByRole('img', { name: 'A bowl of oats' })).toBeVisible();
};
const pickLink: Fill = async (user) => user.click(await screen.findByRole('option', { name: /shop/ }));

/** How each type is filled in, and the fields of its block then. */
const CASES: Record<string, { fill: Fill[]; fields: object }> = {
  link: {
    fill: [pickLink, pickImage('Choose thumbnail')],
    fields: { linkId: 'lnk_1', title: 'Oat shop', thumbnail: 'med_1' },
  },
  heading: { fill: [type('Heading', 'Menu')], fields: { text: 'Menu', level: 2 } },
  text: { fill: [type('Text', 'Hello **you**')], fields: { text: 'Hello **you**' } },
  html: { fill: [type('HTML', '<p>Hello</p>')], fields: { html: '<p>Hello</p>' } },
  image: {
    fill: [pickImage('Choose image'), type('URL', 'oats.example/1')],
    fields: { mediaId: 'med_1', url: 'https://oats.example/1' },
  },
  gallery: { fill: [pickImage('Choose image 1')], fields: { items: [{ mediaId: 'med_1' }] } },
  social: {
    fill: [type('URL', 'tiktok.com/@oats')],
    fields: { items: [{ network: 'tiktok', url: 'https://tiktok.com/@oats' }] },
  },
  group: { fill: [type('Title', 'More')], fields: { title: 'More', blocks: [] } },
  video: { fill: [type('URL', 'https://vimeo.com/1')], fields: { url: 'https://vimeo.com/1' } },
  music: { fill: [type('URL', 'open.spotify.com/album/1')], fields: { url: 'https://open.spotify.com/album/1' } },
  product: {
    fill: [
      type('Product', 'Oats'),
      type('Price', '19.90'),
      type('URL', 'oats.example/1'),
      pickImage('Choose product image'),
    ],
    fields: { title: 'Oats', price: '19.90', currency: 'EUR', url: 'https://oats.example/1', mediaId: 'med_1' },
  },
  form: {
    fill: [type('Form title', 'Oat news'), type('Button text', 'Join'), type('Consent', 'Mail me.')],
    fields: { title: 'Oat news', button: 'Join', consent: 'Mail me.' },
  },
  faq: {
    fill: [type('Question', 'When?'), type('Answer', 'Now.')],
    fields: { items: [{ question: 'When?', answer: 'Now.' }] },
  },
  contact: { fill: [type('Phone', '+44 20 1234')], fields: { phone: '+44 20 1234' } },
  vcard: { fill: [type('Name', 'Mara Vale')], fields: { name: 'Mara Vale' } },
  countdown: { fill: [type('Text', 'Opening')], fields: { text: 'Opening' } },
  map: { fill: [type('Place', 'Leeds')], fields: { query: 'Leeds' } },
  qr: { fill: [pickLink], fields: { linkId: 'lnk_1' } },
  divider: { fill: [], fields: {} },
};

async function add(label: string) {
  const bio = bioPageServer(aBioPage({ blocks: [] }));
  server.use(...bio.handlers);
  const view = await renderScreen(<EditorScreen pageId="bio_1" tab="blocks" onTab={() => {}} />);
  await view.user.click(await screen.findByRole('button', { name: 'Add block' }));
  const palette = within(await screen.findByRole('list', { name: 'Types of blocks' }));
  await view.user.click(palette.getByText(label, { selector: 'b' }));
  return { ...view, bio };
}

beforeEach(() => {
  signIn();
  sessionStorage.clear();
  server.use(
    http.get(`${API}/workspaces/:id`, () => HttpResponse.json({ id: 'wsp_1', name: 'Oat', timeZone: 'UTC' })),
    http.get(`${API}/analytics/report`, () => HttpResponse.json({})),
    http.get(`${API}/media`, () => HttpResponse.json({ items: [aMedia()], nextCursor: null, total: 1 })),
    http.get(`${API}/media/med_1`, () => HttpResponse.json(aMedia())),
    http.get(`${API}/links`, () => HttpResponse.json({ items: [summaryOf(LINK)], nextCursor: null, total: 1 })),
    http.get(`${API}/links/lnk_1`, () => HttpResponse.json(LINK)),
  );
});

describe.each(BLOCK_TYPES)('form of $label blocks', ({ type: kind, label }) => {
  it('stores a complete block', async () => {
    const { fill, fields } = CASES[kind] ?? { fill: [], fields: {} };
    const { user, bio } = await add(label);
    for (const step of fill) await step(user);
    await waitFor(() => expect(bio.state.page.blocks).toHaveLength(1), { timeout: 3_000 });
    await waitFor(() => expect(bio.state.page.blocks[0]).toMatchObject({ type: kind, ...fields } as Partial<Block>), {
      timeout: 3_000,
    });
    await expectAccessible(screen.getByRole('region', { name: 'Page' }));
  });
});

it('lets what is typed replace the suggested text of a button, also where the suggestion comes late', async () => {
  let create = () => {};
  const created = new Promise<void>((resolve) => {
    create = resolve;
  });
  server.use(
    http.post(`${API}/links`, async () => {
      await created;
      return HttpResponse.json(LINK, { status: 201 });
    }),
  );
  const { user } = await add('Link');
  await user.type(screen.getByPlaceholderText('Search links or paste a URL'), 'https://example.com/menu');
  await user.click(await screen.findByRole('option', { name: /^Shorten/ }));
  const text = screen.getByRole('textbox', { name: 'Button text' });
  await user.click(text);
  create();
  await waitFor(() => expect(text).toHaveValue('Oat shop'));
  await user.keyboard('See the menu');
  expect(text).toHaveValue('See the menu');
});

describe('validation', () => {
  it('shows the error of a field, and saves what is not entered in full', async () => {
    const { user, bio } = await add('Video');
    await user.type(screen.getByRole('textbox', { name: 'URL' }), 'exam');
    expect(
      await screen.findByText(/^Enter an address that starts with https/, { selector: '.ui-error' }),
    ).toBeVisible();
    await waitFor(() => expect(bio.state.page.blocks).toMatchObject([{ type: 'video', url: 'exam' }]), {
      timeout: 3_000,
    });
  });

  it('takes only the address of a pasted embed code', async () => {
    const { user, bio } = await add('Video');
    await user.click(screen.getByRole('textbox', { name: 'URL' }));
    await user.paste(
      '<p>Watch</p><iframe width="560" src="https://www.youtube.com/embed/dQw4w9WgXcQ?si=a&amp;start=3" onload="alert(1)"></iframe>',
    );
    const url = 'https://www.youtube.com/embed/dQw4w9WgXcQ?si=a&start=3';
    expect(screen.getByRole('textbox', { name: 'URL' })).toHaveValue(url);
    await waitFor(() => expect(bio.state.page.blocks[0]).toMatchObject({ type: 'video', url }), { timeout: 3_000 });
  });

  it('takes other pasted text as it is, and completes an embedded address without a scheme', () => {
    expect(embeddedAddress('https://vimeo.com/1')).toBeUndefined();
    expect(embeddedAddress('<iframe>no address</iframe>')).toBeUndefined();
    expect(embeddedAddress('<iframe src="//player.vimeo.com/video/1"></iframe>')).toBe(
      'https://player.vimeo.com/video/1',
    );
  });

  it('adds, moves and removes entries of a list', async () => {
    const { user, bio } = await add('FAQ');
    await user.type(screen.getByRole('textbox', { name: 'Question' }), 'One?');
    await user.type(screen.getByRole('textbox', { name: 'Answer' }), 'Yes.');
    await user.click(screen.getByRole('button', { name: 'Add question' }));
    await user.type(screen.getAllByRole('textbox', { name: 'Question' })[1] as HTMLElement, 'Two?');
    await user.type(screen.getAllByRole('textbox', { name: 'Answer' })[1] as HTMLElement, 'No.');
    await user.click(screen.getByRole('button', { name: 'Move question 2 up' }));
    await waitFor(
      () => expect(bio.state.page.blocks[0]).toMatchObject({ items: [{ question: 'Two?' }, { question: 'One?' }] }),
      { timeout: 3_000 },
    );
    await user.click(screen.getByRole('button', { name: 'Remove question 1' }));
    await waitFor(
      () => expect(bio.state.page.blocks[0]).toMatchObject({ items: [{ question: 'One?', answer: 'Yes.' }] }),
      {
        timeout: 3_000,
      },
    );
  });
});

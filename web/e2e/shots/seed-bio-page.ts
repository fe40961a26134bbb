import type { APIRequestContext } from '@playwright/test';
import { expect } from '@playwright/test';
import type { TestUser } from '../fixtures/user';

const IN_A_WEEK = new Date(Date.now() + 7 * 86_400_000).toISOString();

const BLOCKS = [
  {
    type: 'social',
    items: [
      { network: 'instagram', url: 'https://www.instagram.com/oatstreet' },
      { network: 'tiktok', url: 'https://www.tiktok.com/@oatstreet' },
      { network: 'youtube', url: 'https://www.youtube.com/@oatstreet' },
    ],
  },
  { type: 'link', title: 'Order beans online', url: 'https://shop.oatstreet.example/beans' },
  { type: 'link', title: 'Book a table', url: 'https://oatstreet.example/tables' },
  { type: 'heading', text: 'This month' },
  { type: 'countdown', at: IN_A_WEEK, text: 'Winter menu' },
  {
    type: 'group',
    title: 'Our cafés',
    blocks: [
      { type: 'map', query: '12 Oat Street, Leeds' },
      { type: 'text', text: 'Open **every day** from 8:00 to 18:00.' },
    ],
  },
  {
    type: 'product',
    title: 'Oat Street No. 4, 250 g',
    price: '12.90',
    currency: 'EUR',
    url: 'https://shop.oatstreet.example/no4',
  },
  {
    type: 'faq',
    items: [{ question: 'Do you have oat milk?', answer: 'It is in the name.' }],
  },
];

const CONSENT = 'Oat Street may **mail** me about new beans and events. I can unsubscribe at any time.';

const FORMS = [
  { type: 'form', title: 'Bean letter', button: 'Subscribe', consent: CONSENT },
  { type: 'form', title: 'Waiting list for the espresso workshop in Leeds', button: 'Join', consent: CONSENT },
];

const VISITORS = ['grace@example.com', 'm.vale@studio-northlight.example', 'tomas.okonkwo-lindqvist@tidewater.example'];

/** Sends the forms of a published page as visitors. */
async function sendForms(request: APIRequestContext, url: string, ids: string[]): Promise<void> {
  for (const block of ids) {
    for (const email of VISITORS) {
      const sent = await request.post(url, { form: { block, email, consent: 'yes' }, maxRedirects: 0 });
      expect(sent.status(), await sent.text()).toBe(303);
    }
  }
}

const AGENTS = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36',
];
const SOURCES = ['https://www.instagram.com/', 'https://www.instagram.com/', 'https://www.tiktok.com/', ''];

/** Views a page as several visitors, who click its links. */
async function visit(request: APIRequestContext, url: string): Promise<void> {
  for (let at = 0; at < 24; at++) {
    const headers = { 'User-Agent': AGENTS[at % 3] ?? '', Referer: SOURCES[at % 4] ?? '' };
    const html = await (await request.get(url, { headers })).text();
    const links = [...html.matchAll(/href="([^"]*lnt=bio[^"]*)"/g)].map(
      ([, href]) => href?.replaceAll('&amp;', '&') ?? '',
    );
    const link = links[at % 3];
    if (link) await request.get(link, { headers, maxRedirects: 0 });
  }
}

/** Creates a bio page that is published and was changed since. Returns its id. */
export async function seedBioPage(request: APIRequestContext, person: TestUser): Promise<string> {
  const headers = { Authorization: `Bearer ${person.token}` };
  const suffix = person.email.replace(/[^a-z0-9]/gi, '').slice(0, 12);
  const created = await request.post('/api/v1/bio-pages', {
    headers,
    data: {
      handle: `oat-${suffix}`,
      title: 'Oat Street',
      description: 'Coffee, oats and good company. Two cafés in Leeds.',
      theme: { preset: 'dune' },
      blocks: [...BLOCKS, ...FORMS],
    },
  });
  expect(created.status(), await created.text()).toBe(201);
  const page = (await created.json()) as { id: string; url: string; blocks: { id: string; type: string }[] };
  const { id, url, blocks } = page;
  await request.post(`/api/v1/bio-pages/${id}/publish`, { headers });
  await sendForms(
    request,
    url,
    blocks.filter(({ type }) => type === 'form').map((block) => block.id),
  );
  await visit(request, url);
  await request.patch(`/api/v1/bio-pages/${id}`, { headers, data: { theme: { preset: 'meadow' } } });
  return id;
}

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
  await request.patch(`/api/v1/bio-pages/${id}`, { headers, data: { theme: { preset: 'meadow' } } });
  return id;
}

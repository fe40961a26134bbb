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
      blocks: BLOCKS,
    },
  });
  expect(created.status(), await created.text()).toBe(201);
  const { id } = (await created.json()) as { id: string };
  await request.post(`/api/v1/bio-pages/${id}/publish`, { headers });
  await request.patch(`/api/v1/bio-pages/${id}`, { headers, data: { theme: { preset: 'meadow' } } });
  return id;
}

import type { APIRequestContext } from '@playwright/test';
import { expect } from '@playwright/test';
import type { TestUser } from '../fixtures/user';

const AGENTS = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:142.0) Gecko/20100101 Firefox/142.0',
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Mobile Safari/537.36',
];

const LINKS = [
  ['launch', 'https://shop.oatstreet.example/collections/new', 'New this week – Oat Street', ['spring']],
  [
    'spring-linen',
    'https://shop.oatstreet.example/collections/spring/linen',
    'Linen for the warm half',
    ['spring', 'print'],
  ],
  ['window-12', 'https://oatstreet.example/window/twelve', 'Window twelve', []],
  ['menu', 'https://tidewater.example/cafe/menu-november.pdf', '', ['print']],
  ['press-kit', 'https://northlight.example/files/press-kit-2026.zip', 'Press kit', []],
  ['tram-4', 'https://shop.oatstreet.example/?stop=praca', '', ['spring']],
  ['survey', 'https://forms.pomelo.example/s/8841', 'Tell us how it was', []],
] as const;

/** Creates links and clicks for the user, most of them on the first link. Returns the id of that link. */
export async function seedAccount(request: APIRequestContext, person: TestUser): Promise<string> {
  let first = '';
  for (const [index, [alias, url, title, tags]] of LINKS.entries()) {
    const created = await request.post('/api/v1/links', {
      headers: { Authorization: `Bearer ${person.token}` },
      data: { alias, url, title, tags },
    });
    expect(created.status(), await created.text()).toBe(201);
    first ||= ((await created.json()) as { id: string }).id;
    for (let n = 0; n < 24 >> index; n += 1) {
      await request.get(`/${alias}?utm_source=${n % 2 ? 'newsletter' : 'poster'}`, {
        maxRedirects: 0,
        headers: {
          'User-Agent': AGENTS[n % AGENTS.length] as string,
          'Accept-Language': ['pt-PT', 'de', 'en-GB'][n % 3] as string,
          Referer: ['https://www.instagram.com/', 'https://news.example/', ''][n % 3] as string,
        },
      });
    }
  }
  return first;
}

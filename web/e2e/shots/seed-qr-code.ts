import { type APIRequestContext, expect } from '@playwright/test';
import { bearer } from '../fixtures/teams';
import type { TestUser } from '../fixtures/user';

const PHONES = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
];

/** Creates a code of a link with some scans, and returns its id. */
export async function seedQrCode(request: APIRequestContext, person: TestUser, linkId: string): Promise<string> {
  const made = await request.post('/api/v1/qr-codes', {
    headers: bearer(person),
    data: { linkId, name: 'Table tent' },
  });
  expect(made.status(), await made.text()).toBe(201);
  const { id, content } = (await made.json()) as { id: string; content: string };
  for (let n = 0; n < 12; n += 1) {
    const headers = {
      'User-Agent': PHONES[n % 2] as string,
      'Accept-Language': ['pt-PT', 'de', 'en-GB'][n % 3] as string,
    };
    await request.get(content, { maxRedirects: 0, headers });
  }
  return id;
}

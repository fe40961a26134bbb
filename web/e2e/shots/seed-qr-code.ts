import { type APIRequestContext, expect } from '@playwright/test';
import { bearer } from '../fixtures/teams';
import type { TestUser } from '../fixtures/user';

const PHONES = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
];

const STATIC = [
  { type: 'wifi', ssid: 'Oat Street Guests', security: 'wpa', password: 'oat milk only' },
  { type: 'vcard', firstName: 'Mara', lastName: 'Vale', organization: 'Oat Street Coffee', mobile: '+351 912 345 678' },
];

const PRESETS = [
  { name: 'House style', look: { dark: '#04755b', modules: 'rounded', frame: 'leaf', dot: 'circle' } },
  { name: 'Spring campaign', look: { dark: '#5b2a86', modules: 'dots', frameStyle: 'label', caption: 'Scan me' } },
  { name: 'Plain', look: {} },
];

/** Creates static codes, presets, and two codes of a link. Returns the id of the one that has scans. */
export async function seedQrCode(request: APIRequestContext, person: TestUser, linkId: string): Promise<string> {
  const create = async (path: string, data: object) => {
    const made = await request.post(`/api/v1/${path}`, { headers: bearer(person), data });
    expect(made.status(), await made.text()).toBe(201);
    return (await made.json()) as { id: string; content: string };
  };
  for (const preset of PRESETS) await create('qr-presets', preset);
  for (const staticContent of STATIC) await create('qr-codes', { staticContent });
  await create('qr-codes', { linkId, name: 'Flyer' });
  const { id, content } = await create('qr-codes', { linkId, name: 'Table tent' });
  for (let n = 0; n < 12; n += 1) {
    const headers = {
      'User-Agent': PHONES[n % 2] as string,
      'Accept-Language': ['pt-PT', 'de', 'en-GB'][n % 3] as string,
    };
    await request.get(content, { maxRedirects: 0, headers });
  }
  return id;
}

import { readFileSync } from 'node:fs';
import type { APIRequestContext, Page } from '@playwright/test';
import { randomHandle } from '../fixtures/bio-pages';
import { expect, test } from '../fixtures/guards';
import { signUp, type TestUser } from '../fixtures/user';
import { createLink } from '../fixtures/visitors';

// Without the policy of the page, only its escaping prevents scripts.
test.use({ bypassCSP: true });

const CORPUS = new URL('../../../internal/edge/biopage/testdata/attacks.json', import.meta.url);
const ATTACKS = JSON.parse(readFileSync(CORPUS, 'utf8')) as string[];
const MAX_BLOCKS = 98; // of 100, two of which are images
const MAX_TITLE = 100;

/** A block of each type whose every text is the attack. Addresses are attacks too when `raw`, which only previews accept. */
function blocksOf(attack: string, linkId: string, raw: boolean): object[] {
  const url = raw ? attack : `https://example.com/?q=${encodeURIComponent(attack)}`;
  const email = raw ? attack : undefined;
  const title = attack;
  return [
    { type: 'link', linkId, title },
    { type: 'heading', text: attack },
    { type: 'text', text: attack },
    { type: 'html', html: attack },
    { type: 'video', url },
    { type: 'music', url },
    { type: 'social', items: [{ network: raw ? attack : 'website', url }] },
    ...(raw ? [{ type: 'contact', email, phone: attack }] : []),
    { type: 'vcard', name: attack, organization: attack, url, email },
    { type: 'form', title, button: attack.slice(0, 60), consent: attack },
    { type: 'faq', items: [{ question: attack, answer: attack }] },
    { type: 'countdown', at: '2099-01-01T00:00:00Z', text: attack },
    { type: 'map', query: attack },
    { type: 'product', title, price: raw ? attack : '1', currency: raw ? attack : 'EUR', url },
    { type: 'group', title, blocks: [] },
  ];
}

/** Blocks of an image, whose alternative text is the attack of each page. */
function imageBlocks(mediaId: string): object[] {
  return [
    { type: 'image', mediaId },
    { type: 'gallery', items: [{ mediaId }] },
  ];
}

/** The blocks in parts that fit on a page each. */
function pagesOf(attacks: readonly string[], linkId: string, raw: boolean): object[][] {
  const blocks = attacks.flatMap((attack) => blocksOf(attack, linkId, raw));
  return Array.from({ length: Math.ceil(blocks.length / MAX_BLOCKS) }, (_, index) =>
    blocks.slice(index * MAX_BLOCKS, (index + 1) * MAX_BLOCKS),
  );
}

/** What of a document could run a script, or load anything from elsewhere. */
function dangers(): string[] {
  const found: string[] = [];
  for (const element of document.querySelectorAll('*')) {
    const name = element.localName;
    const handlers = element
      .getAttributeNames()
      .filter((attribute) => /^(on|style|srcdoc|formaction)/i.test(attribute));
    if (handlers.length > 0) found.push(`<${name} ${handlers.join(' ')}>`);
    if (/^(iframe|object|embed|base|applet|frame|portal|math|use|template|noscript)$/.test(name))
      found.push(`<${name}>`);
    if (name === 'script' && element.getAttribute('type') !== 'application/ld+json') found.push('<script>');
    if (name === 'meta' && element.hasAttribute('http-equiv')) found.push('<meta http-equiv>');
    if (name === 'link' && !/^(canonical|me)$/.test(element.getAttribute('rel') ?? '')) found.push('<link>');
    const href = element.getAttribute('href') ?? '';
    // The document of a preview has no address of its own; a malformed address does nothing.
    const { protocol } = URL.parse(href, 'https://example.com/') ?? { protocol: 'https:' };
    if (!/^(https?|mailto|tel):$/.test(protocol)) found.push(`<${name} href="${protocol}">`);
    if (element instanceof HTMLFormElement && element.hasAttribute('action')) found.push('<form action>');
  }
  return found;
}

/** Counts the dialogs that scripts of a page open. */
function watchDialogs(page: Page): { opened: string[] } {
  const opened: string[] = [];
  page.on('dialog', (dialog) => {
    opened.push(dialog.message());
    void dialog.dismiss();
  });
  return { opened };
}

/** A GIF of one pixel. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==', 'base64');

const bearer = (person: TestUser) => ({ Authorization: `Bearer ${person.token}` });

async function target(request: APIRequestContext) {
  const person = await signUp(request);
  const { id } = await createLink(request, person, { url: 'https://example.com/' });
  return { headers: bearer(person), linkId: id, handle: randomHandle() };
}

test('no attack in any field of a published page runs', async ({ page, request }) => {
  const { headers, linkId, handle } = await target(request);
  const dialogs = watchDialogs(page);
  const created = await request.post('/api/v1/bio-pages', { headers, data: { handle, title: 'Attacks' } });
  const { id } = (await created.json()) as { id: string };
  const picture = { alt: 'Pixel', file: { name: 'pixel.gif', mimeType: 'image/gif', buffer: PIXEL } };
  const uploaded = await request.post('/api/v1/media', { headers, multipart: picture });
  expect(uploaded.status(), await uploaded.text()).toBe(201);
  const { id: mediaId } = (await uploaded.json()) as { id: string };
  // Texts with control characters are rejected.
  const accepted = ATTACKS.filter((attack) => !/\p{Cc}/u.test(attack));
  expect(accepted.length).toBeGreaterThanOrEqual(300);

  for (const [index, texts] of pagesOf(accepted, linkId, false).entries()) {
    const attack = accepted[index] ?? '';
    const blocks = [...imageBlocks(mediaId), ...texts];
    const data = { title: attack.slice(0, MAX_TITLE), description: attack, avatar: mediaId, blocks };
    const described = await request.patch(`/api/v1/media/${mediaId}`, { headers, data: { alt: attack } });
    expect(described.status(), await described.text()).toBe(200);
    const saved = await request.patch(`/api/v1/bio-pages/${id}`, { headers, data });
    expect(saved.status(), await saved.text()).toBe(200);
    expect((await request.post(`/api/v1/bio-pages/${id}/publish`, { headers })).status()).toBe(200);
    await page.goto(`/@${handle}`);
    const alt = attack.trim(); // the server trims alternative texts
    await expect(page.locator('.av img')).toHaveAttribute('alt', alt);
    const alts = await page.locator('img').evaluateAll((images) => images.map((image) => image.getAttribute('alt')));
    expect(alts).toEqual([alt, alt, alt]);
    await expect(page.locator('h1')).toHaveText(data.title.replace(/\s+/g, ' ').trim());
    expect(await page.evaluate(dangers), `page ${index}`).toEqual([]);
  }
  expect(dialogs.opened).toEqual([]);
});

test('no attack in any field of a preview runs', async ({ page, request, context }) => {
  const { headers, linkId, handle } = await target(request);
  const dialogs = watchDialogs(page);
  for (const [index, blocks] of pagesOf(ATTACKS, linkId, true).entries()) {
    const attack = ATTACKS[index] ?? '';
    const data = { handle, title: attack.slice(0, MAX_TITLE), description: attack, blocks };
    const rendered = await request.post('/api/v1/bio-pages/preview', { headers, data });
    expect(rendered.status(), await rendered.text()).toBe(200);
    await page.setContent(await rendered.text());
    expect(await page.locator('[data-block]').count()).toBeGreaterThan(blocks.length / 2);
    expect(await page.evaluate(dangers), `preview ${index}`).toEqual([]);
  }
  expect(dialogs.opened).toEqual([]);

  // The checks find an attack that is not escaped.
  const unsafe = await context.newPage();
  const unsafeDialogs = watchDialogs(unsafe);
  await unsafe.setContent('<img src=x onerror=alert(1)><script>alert(2)</script><a href="javascript:alert(3)">x</a>');
  await expect.poll(() => unsafeDialogs.opened).toContain('1');
  expect(unsafeDialogs.opened).toContain('2');
  expect(await unsafe.evaluate(dangers)).toEqual(['<img onerror>', '<script>', '<a href="javascript:">']);
  await unsafe.close();
});

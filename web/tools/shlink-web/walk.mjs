// Clicks through the web client of Shlink, served from another origin, and reads the same data by Linnet's API.
// tools/clients runs it.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { chromium, expect } from '@playwright/test';
import tailwind from '@tailwindcss/vite';
import { build, preview } from 'vite';
import { call, key, linkOf, linnet, server } from '../peers/linnet.mjs';

const config = {
  root: fileURLToPath(new URL('.', import.meta.url)),
  configFile: false,
  logLevel: 'error',
  plugins: [tailwind()],
  build: { outDir: 'node_modules/.built', chunkSizeWarningLimit: Number.POSITIVE_INFINITY },
  preview: { port: 0, host: '127.0.0.1' },
};
await build(config);
const client = await preview(config);
const origin = `http://127.0.0.1:${client.httpServer.address().port}`;
assert.notEqual(origin, server);

const find = 'command -v chromium-headless-shell || command -v chromium';
const executablePath = process.env.CHROMIUM_PATH ?? execFileSync('sh', ['-c', find], { encoding: 'utf8' }).trim();
const browser = await chromium.launch({ executablePath });
const page = await browser.newPage();
page.setDefaultTimeout(15_000);
const failed = [];
page.on('response', (answer) => {
  if (answer.status() >= 400 && answer.status() !== 501) failed.push(`${answer.status()} ${answer.url()}`);
});
page.on('pageerror', (error) => failed.push(String(error)));

/** Opens a screen of the client with the server and the key. */
const open = (path) => page.goto(`${origin}${path}#${new URLSearchParams({ url: server, key })}`);
const button = (name) => page.getByRole('button', { name, exact: true });
const eventually = (read, want) => expect.poll(read).toEqual(want);
const menu = '/short-code/menu';

await call('create', async () => {
  await open('/create-short-url');
  await page.getByPlaceholder('URL to be shortened').fill('https://example.com/menu');
  await page.getByRole('combobox', { name: 'Add tags to the URL' }).fill('print');
  await page.getByRole('option', { name: 'Add "print" tag' }).click();
  await page.getByPlaceholder('Title').fill('Menu');
  await page.getByPlaceholder('Custom slug').fill('menu');
  await page.getByLabel('Maximum visits allowed:').fill('500');
  await button('Save').click();
  await expect(page.getByText(`Great! The short URL is ${server}/menu`)).toBeVisible();
  const { url, title, tags, maxClicks } = await linkOf('menu');
  assert.deepEqual([url, title, tags, maxClicks], ['https://example.com/menu', 'Menu', ['print'], 500]);
});
await call('list and search', async () => {
  await open('/list-short-urls/1');
  await expect(page.getByRole('link', { name: `${server}/menu` })).toBeVisible();
  await page.getByPlaceholder('Search...').fill('nothing');
  await expect(page.getByText('No results found')).toBeVisible();
  await page.getByPlaceholder('Search...').fill('Menu');
  await expect(page.getByRole('link', { name: `${server}/menu` })).toBeVisible();
});
await call('edit', async () => {
  await open(`${menu}/edit`);
  await page.getByPlaceholder('URL to be shortened').fill('https://example.com/dinner');
  await page.getByLabel('Make it crawlable').check();
  await button('Save').click();
  await eventually(async () => {
    const { url, indexable, title } = await linkOf('menu');
    return [url, indexable, title];
  }, ['https://example.com/dinner', true, 'Menu']);
});
await call('redirect rules', async () => {
  await open(`${menu}/redirect-rules`);
  await button('Add rule').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add condition' }).click();
  await dialog.getByLabel('Device type:').selectOption('ios');
  await dialog.getByLabel('Long URL:').fill('https://example.com/app');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await button('Save rules').click();
  const { id } = await linkOf('menu');
  const when = { all: [{ field: 'os', op: 'in', values: ['iOS'] }] };
  await eventually(async () => {
    const { rules } = await linnet('GET', `/links/${id}`);
    return rules.map((rule) => [rule.when, rule.then.redirect]);
  }, [[when, 'https://example.com/app']]);
});
await call('visits', async () => {
  await fetch(`${server}/menu`, {
    redirect: 'manual',
    headers: {
      'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
      'Accept-Language': 'en',
      Accept: 'text/html',
    },
  });
  await eventually(async () => (await linkOf('menu')).clickCount, 1);
  await open(`${menu}/visits/list`);
  await expect(page.getByRole('cell', { name: 'Firefox' })).toBeVisible();
  await expect(page.getByRole('cell', { name: 'Linux' })).toBeVisible();
});
await call('tags', async () => {
  await open('/manage-tags');
  await expect(page.getByRole('row', { name: /print/ })).toBeVisible();
  await page.getByRole('row', { name: /print/ }).getByRole('button', { name: 'Options' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await page.getByRole('dialog').getByPlaceholder('Tag').fill('paper');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await eventually(async () => (await linkOf('menu')).tags, ['paper']);
});
await call('domains', async () => {
  await open('/manage-domains');
  await expect(page.getByRole('cell', { name: new URL(server).host })).toBeVisible();
});
await call('delete', async () => {
  await open('/list-short-urls/1');
  await page.getByRole('row', { name: /menu/ }).getByRole('button', { name: 'Options' }).click();
  await page.getByRole('menuitem', { name: 'Delete short URL' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await eventually(() => linkOf('menu'), null);
});
await call('every answer', () => assert.deepEqual(failed, []));
await browser.close();
await client.close();

// Lighthouse on the built binary: each public page and a bio page three times, the median of each score. It prints and judges nothing.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';

const RUNS = 3;
const PATHS = ['/', '/features', '/pricing', '/signup', '/login'];
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

async function startLinnet(data) {
  const origin = `http://localhost:${await freePort()}`;
  const linnet = spawn(process.env.LINNET_BIN ?? '../../../bin/linnet', ['serve'], {
    env: {
      ...process.env,
      LINNET_ADDR: `127.0.0.1:${new URL(origin).port}`,
      LINNET_PUBLIC_URL: origin,
      LINNET_DATA: data,
    },
    stdio: 'ignore',
  });
  for (let tries = 0; tries < 200; tries += 1) {
    const ready = await fetch(`${origin}/readyz`).catch(() => undefined);
    if (ready?.ok) return { origin, linnet };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('Linnet did not become ready');
}

async function post(origin, path, token, content) {
  const response = await fetch(`${origin}/api/v1${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
    body: JSON.stringify(content),
  });
  if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

/** Publishes a bio page with ten buttons and returns its path. */
async function bioPage(origin) {
  const password = 'Passw0rd!x';
  const person = { firstName: 'Bench', lastName: 'Mark', country: 'GB', countryCode: '+44', phoneNumber: '+44123456' };
  const account = { email: 'bench@example.com', password, passwordConfirmation: password, ipAddress: '' };
  const { token } = await post(origin, '/auth/signup', '', { ...person, ...account });
  const buttons = Array.from({ length: 10 }, (_, i) => ({
    type: 'link',
    title: `Button ${i}`,
    url: `https://example.com/${i}`,
  }));
  const blocks = [
    { type: 'heading', text: 'Talks', level: 2 },
    { type: 'text', text: 'I write **programs**.' },
    ...buttons,
  ];
  const page = { handle: 'bench', title: 'Bench Mark', description: 'Ten buttons.', blocks };
  const { id } = await post(origin, '/bio-pages', token, page);
  await post(origin, `/bio-pages/${id}/publish`, token, {});
  return '/@bench';
}

async function measure(url, port) {
  const runs = [];
  for (let run = 0; run < RUNS; run += 1) {
    const { lhr } = await lighthouse(url, { port, onlyCategories: CATEGORIES, logLevel: 'error' });
    runs.push(lhr);
  }
  const scores = CATEGORIES.map((id) => Math.round(100 * median(runs.map((lhr) => lhr.categories[id].score ?? 0))));
  const lacking = runs[0].categories;
  const faults = CATEGORIES.slice(1).flatMap((id) =>
    lacking[id].auditRefs
      .filter((ref) => ref.weight > 0 && (runs[0].audits[ref.id].score ?? 1) < 1)
      .map((ref) => `${id}: ${runs[0].audits[ref.id].title} ${runs[0].audits[ref.id].explanation ?? ''}`.trim()),
  );
  const figure = (audit) => median(runs.map((lhr) => lhr.audits[audit].numericValue));
  return { scores, lcp: figure('largest-contentful-paint'), cls: figure('cumulative-layout-shift'), faults };
}

const data = mkdtempSync(join(tmpdir(), 'linnet-lighthouse-'));
const { origin, linnet } = await startLinnet(data);
const FIND_CHROMIUM = 'command -v chromium-headless-shell || command -v chromium';
const chromePath = process.env.CHROMIUM_PATH ?? execFileSync('sh', ['-c', FIND_CHROMIUM], { encoding: 'utf8' }).trim();
const chrome = await launch({
  chromePath,
  chromeFlags: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
});
try {
  console.log(
    `\nLighthouse, as a phone, median of ${RUNS}\n\n| page | performance | accessibility | best practices | SEO | LCP | CLS |\n|---|---|---|---|---|---|---|`,
  );
  const only = process.env.ONLY?.split(',');
  for (const path of [...PATHS, await bioPage(origin)].filter((one) => only?.includes(one) ?? true)) {
    const { scores, lcp, cls, faults } = await measure(`${origin}${path}`, chrome.port);
    console.log(`| \`${path}\` | ${scores.join(' | ')} | ${(lcp / 1000).toFixed(2)} s | ${cls.toFixed(2)} |`);
    for (const fault of faults) console.log(`  ${fault}`);
  }
} finally {
  chrome.kill();
  linnet.kill();
  rmSync(data, { recursive: true, force: true });
}

// Draws the preview pictures of the public pages, public/og/*.png, 1200 × 630. Run it by hand when a title changes:
// it needs a Chromium (CHROMIUM_PATH, or `chromium` on the PATH), which the build does not.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';

const web = fileURLToPath(new URL('..', import.meta.url));
const out = `${web}public/og`;

const PICTURES = [
  { name: 'home', title: 'Shorten. Track. Convert. Blink-Quick.', alias: 'lnt.example/linen' },
  { name: 'features', title: 'The link stays. The destination can change.', alias: '/features' },
  { name: 'pricing', title: 'Simple plans. Redirects never stop.', alias: '/pricing' },
  { name: 'help', title: 'Help Center', alias: '/help' },
  { name: 'about', title: 'Revolutionizing Digital Connectivity and Link Management', alias: '/about' },
  { name: 'contact', title: 'Contact us', alias: '/contact' },
  { name: 'terms', title: 'Terms of Service', alias: '/terms' },
  { name: 'privacy', title: 'Privacy Policy', alias: '/privacy' },
  { name: 'account', title: 'Sign in to your account', alias: '/login' },
];

const tokens = readFileSync(`${web}src/shared/styles/tokens.css`, 'utf8').replace(/@theme inline \{[\s\S]*?\n\}/, '');

function face(family, file) {
  const bytes = readFileSync(`${web}node_modules/@fontsource-variable/${file}`).toString('base64');
  return `@font-face{font-family:"${family} Variable";font-weight:200 800;src:url(data:font/woff2;base64,${bytes}) format("woff2")}`;
}

const faces = [
  face('Bricolage Grotesque', 'bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2'),
  face('Geist Mono', 'geist-mono/files/geist-mono-latin-wght-normal.woff2'),
].join('');

function strip() {
  const steps = ['h0', 'h1', 'h2', 'h3', 'h4', 'h5'];
  const cells = Array.from({ length: 48 * 3 }, (_, index) => {
    const column = index % 48;
    const busy = Math.sin((column / 47) * Math.PI) * 3.4 + ((index * 7919) % 29) / 11;
    return `<i style="background:var(--${steps[Math.min(5, Math.floor(busy))]})"></i>`;
  });
  return cells.join('');
}

function markup({ title, alias }) {
  const size = title.length > 40 ? 76 : 96;
  return `<style>${tokens}${faces}
*{box-sizing:border-box;margin:0}
body{width:1200px;height:630px;background:var(--paper);color:var(--ink);display:grid;grid-template-rows:auto 1fr auto auto;color-scheme:light}
header{display:flex;align-items:center;gap:20px;padding:56px 64px 0;font:600 44px/1 var(--display);letter-spacing:-.03em}
.chip{display:inline-flex;align-items:center;gap:14px;margin-left:auto;padding:8px 20px;background:var(--saffron);font:500 28px/40px var(--mono);letter-spacing:0;border-radius:2px}
.chip::before{content:"";width:18px;height:18px;border:5px solid currentcolor}
h1{align-self:end;padding:0 64px 56px;font:600 ${size}px/.98 var(--display);letter-spacing:-.02em;max-width:1100px;text-wrap:balance}
.strip{display:grid;grid-template-columns:repeat(48,1fr);gap:3px}
.strip i{aspect-ratio:1}
</style><header><svg width="64" height="64" viewBox="0 0 7 7"><path fill="var(--ink)" fill-rule="evenodd" d="M0 0h7v7H0zM1 1v5h5V1z"/><path fill="var(--viridian)" d="M2 2h3v3H2z"/></svg>linnet<span class="chip">${alias}</span></header><h1>${title}</h1><div class="strip">${strip()}</div>`;
}

mkdirSync(out, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? execFileSync('which', ['chromium'], { encoding: 'utf8' }).trim(),
  args: ['--no-sandbox'],
});
const page = await browser.newPage({ viewport: { width: 1200, height: 630 }, colorScheme: 'light' });
for (const picture of PICTURES) {
  await page.setContent(markup(picture));
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: `${out}/${picture.name}.png` });
}
await browser.close();

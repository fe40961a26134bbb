// After both builds of Vite: renders every page that needs no session to <path>/index.html, the not-found page to
// 404.html, and makes app.html and shared.html, the shells of the dashboard and of shared reports. Facts that only the
// server knows stay tokens (src/shared/config/product.ts).
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';
import { dist, readManifest } from './dist.mjs';

const web = fileURLToPath(new URL('..', import.meta.url));
const out = `${web}node_modules/.prerender/${process.pid}`;

// Before the first text is painted these two are needed; Geist Mono may follow.
const FIRST_FONTS = /^(bricolage-grotesque|instrument-sans)-latin-(?!ext)[^.]+\.woff2$/;
const WAITING = '<p class="guard-note" data-prerendered>Loading...</p>';
const ROOT = '<div id="root"></div>';

async function loadRenderers() {
  await build({
    root: web,
    logLevel: 'warn',
    build: {
      ssr: true,
      outDir: out,
      emptyOutDir: true,
      manifest: false,
      copyPublicDir: false,
      rolldownOptions: { input: ['src/app/entry-prerender.tsx', 'src/app/site/render.tsx'] },
    },
  });
  const load = (name) => import(pathToFileURL(`${out}/${name}.js`).href);
  return { ...(await load('entry-prerender')), ...(await load('render')) };
}

/** Reads a template that Vite has put into the output folder, and removes it: the server serves every page there. */
function takeTemplate(name) {
  const file = `${dist}/${name}`;
  const html = readFileSync(file, 'utf8');
  rmSync(file);
  // The scripts do not stand in the way of style sheets and fonts.
  return html.replaceAll(/<(script type="module"|link rel="modulepreload")/g, '<$1 fetchpriority="low"');
}

const templates = { app: takeTemplate('index.html'), site: takeTemplate('site.html') };
const manifest = readManifest();

const fontPreloads = readdirSync(`${dist}/assets`)
  .filter((name) => FIRST_FONTS.test(name))
  .map((name) => `<link rel="preload" href="/assets/${name}" as="font" type="font/woff2" crossorigin>`);

/** What the chunk of a route needs beyond the template: its style sheets and scripts, static imports included. */
function routeLoads(route) {
  const files = new Set();
  const visit = (key) => {
    const { file, imports = [], css = [] } = manifest[key];
    if (files.has(file)) return;
    files.add(file);
    for (const imported of imports) visit(imported);
    for (const sheet of css) files.add(sheet);
  };
  for (const key of Object.keys(manifest)) {
    if (key.startsWith(`src/routes${route}.tsx?`)) visit(key);
  }
  return [...files]
    .filter((file) => !templates.app.includes(file))
    .map((file) =>
      file.endsWith('.css')
        ? `<link rel="stylesheet" crossorigin href="/${file}">`
        : `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`,
    );
}

function withHead(html, tags) {
  return html.replace('</head>', () => `  ${tags.join('\n    ')}\n  </head>`);
}

function writePage(path, html) {
  const file = `${dist}/${path}.html`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, html);
}

/** A page of the application whose content depends on the server's answers. */
function shell(route) {
  return withHead(templates.app, routeLoads(route)).replace(ROOT, `<div id="root">${WAITING}</div>`);
}

/** A page of the application that React hydrates. */
function hydrated({ head, body, route }) {
  return withHead(templates.app, [head, ...fontPreloads, ...routeLoads(route)])
    .replace(/\s*<noscript>.*?<\/noscript>/s, '')
    .replace(ROOT, () => `<div id="root" data-prerendered="${route}">${body}</div>`);
}

/** A public page, which runs without React. */
function published({ head, body }) {
  return withHead(templates.site, [head, ...fontPreloads]).replace('<!-- page -->', () => body);
}

/** Replaces the link to the style sheet by the sheet itself, so that the first paint waits for nothing but the HTML. */
function withInlineStyles(html) {
  return html.replace(
    /<link rel="stylesheet"[^>]* href="\/([^"]+)">/,
    (_, name) => `<style>${readFileSync(`${dist}/${name}`, 'utf8').trim()}</style>`,
  );
}

try {
  const { openPaths, prerender, SITE_PATHS, renderPage } = await loadRenderers();
  writePage('app', shell('/dashboard'));
  writePage('shared', shell('/share.$token'));
  for (const path of openPaths()) writePage(`${path}/index`, hydrated(await prerender(path)));
  for (const path of SITE_PATHS) writePage(`${path}/index`, withInlineStyles(published(renderPage(path))));
  // Programs that try aliases get this page often: its style sheet stays a file.
  writePage('404', published(renderPage('/404')));
} finally {
  rmSync(out, { recursive: true, force: true });
}

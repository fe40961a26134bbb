// After `vite build`: renders every public page to <path>/index.html, the not-found page to 404.html, and makes
// app.html, the shell of the dashboard. Facts that only the server knows stay tokens (src/shared/config/product.ts).
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';
import { chunksOf, dist, ENTRY, filesOf, readManifest, treeOf } from './dist.mjs';

const web = fileURLToPath(new URL('..', import.meta.url));
const out = `${web}node_modules/.prerender/${process.pid}`;

// Before the first text is painted these two are needed; Geist Mono may follow.
const FIRST_FONTS = /\/(bricolage-grotesque|instrument-sans)-latin-(?!ext)[^/.]+\.woff2$/;
// What Vite put into the template for the entry alone.
const BUILT_TAGS = /\s*<(?:link rel="(?:modulepreload|stylesheet)"[^>]*>|script type="module"[^>]*><\/script>)/g;
const WAITING = '<p class="guard-note">Loading...</p>';
// What React hoists stands first: titles, meta and link elements, one after the other.
const HOISTED = /^(?:<title>[^<]*<\/title>|<meta [^>]*>|<link [^>]*>)+/;

async function loadRenderer() {
  await build({
    root: web,
    logLevel: 'warn',
    build: {
      ssr: 'src/app/entry-prerender.tsx',
      outDir: out,
      emptyOutDir: true,
      manifest: false,
      copyPublicDir: false,
    },
  });
  return import(pathToFileURL(`${out}/entry-prerender.js`).href);
}

const template = readFileSync(`${dist}/index.html`, 'utf8');
const manifest = readManifest();

function fontPreloads() {
  const fonts = [...new Set(Object.values(manifest).flatMap((chunk) => chunk.assets ?? []))];
  return fonts
    .filter((file) => FIRST_FONTS.test(`/${file}`))
    .map((file) => `<link rel="preload" href="/${file}" as="font" type="font/woff2" crossorigin>`);
}

/**
 * What the page loads, in the order in which it is needed: its style sheets, its fonts, and then, not to stand in
 * their way, the scripts of the entry and of the page's own routes.
 */
function loads(routes) {
  const { scripts, styles } = filesOf(manifest, [ENTRY, treeOf(routes.at(-1)), ...chunksOf(manifest, routes)]);
  const [entry, ...rest] = scripts;
  return [
    ...styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...fontPreloads(),
    `<script type="module" crossorigin fetchpriority="low" src="/${entry}"></script>`,
    ...rest.map((file) => `<link rel="modulepreload" crossorigin fetchpriority="low" href="/${file}">`),
  ];
}

function page({ markup, routes }) {
  const head = HOISTED.exec(markup)?.[0] ?? '';
  const body = markup.slice(head.length);
  const tags = [head, ...loads(routes)].join('\n    ');
  return template
    .replace(BUILT_TAGS, '')
    .replace(/\s*<noscript>.*?<\/noscript>/s, '')
    .replace('</head>', () => `  ${tags}\n  </head>`)
    .replace('<div id="root"></div>', () => `<div id="root" data-prerendered="${routes.at(-1)}">${body}</div>`);
}

function write(path, content) {
  const file = path === '404' ? `${dist}/404.html` : `${dist}${path}/index.html`;
  mkdirSync(file.slice(0, file.lastIndexOf('/')), { recursive: true });
  writeFileSync(file, content);
}

/** A page without content of its own: it is shown when its scripts have asked the server. */
function writeShell(file, chunks) {
  const { scripts, styles } = filesOf(manifest, chunks);
  const missing = (file) => !template.includes(file);
  const tags = [
    ...styles.filter(missing).map((file) => `  <link rel="stylesheet" crossorigin href="/${file}">\n  `),
    ...scripts.filter(missing).map((file) => `  <link rel="modulepreload" crossorigin href="/${file}">\n  `),
  ];
  const shell = template
    .replace('</head>', () => `${tags.join('')}</head>`)
    .replace('<div id="root"></div>', `<div id="root">${WAITING}</div>`);
  writeFileSync(`${dist}/${file}`, shell);
}

try {
  const { publicPaths, prerender } = await loadRenderer();
  writeShell('app.html', [treeOf('/dashboard'), ...chunksOf(manifest, ['/dashboard'])]);
  writeShell('shared.html', [treeOf('/share/$token'), ...chunksOf(manifest, ['/share/$token'])]);
  for (const path of publicPaths()) {
    write(path === '/' ? '' : path, page(await prerender(path)));
  }
  write('404', page(await prerender('/404')));
} finally {
  rmSync(out, { recursive: true, force: true });
}

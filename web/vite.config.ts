import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { languages } from './vite.languages.ts';
import { at, inlineScript, shared } from './vite.shared.ts';

const api = process.env.LINNET_DEV_SERVER ?? 'http://127.0.0.1:8080';

// The app's paths while developing; the Go server answers all others.
const APP_PATHS =
  /^\/(src\/|node_modules\/|@|assets\/|favicon|signup|login|forgot-password|reset-password|share\/|invite\/|verify-email\/|dashboard|__gallery)/;

const KEEP_NAMES = /^var __name = \(target, value\) => .*$/m;

// Radix's packages restore the names of their functions by calls that the bundler cannot remove, with which unused
// functions stay in the bundle.
function withoutFunctionNames(): Plugin {
  return {
    name: 'linnet:without-function-names',
    apply: 'build',
    transform: {
      filter: { id: /\/@radix-ui\// },
      handler: (code) => code.replace(KEEP_NAMES, 'var __name = /* @__NO_SIDE_EFFECTS__ */ (target) => target;'),
    },
  };
}

const routes = {
  target: 'react',
  autoCodeSplitting: true,
  routesDirectory: './src/routes',
  generatedRouteTree: './src/app/route-tree.gen.ts',
  quoteStyle: 'single',
  semicolons: true,
  addExtensions: false,
} as const;

// Renders the public pages at each request; the build does it once (prerender.mjs).
function publicPages(): Plugin {
  return {
    name: 'linnet:public-pages',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use(async (request, response, next) => {
        const { pathname } = new URL(request.url ?? '/', 'http://localhost');
        const { SITE_PATHS, renderPage } = await server.ssrLoadModule('/src/app/site/render.tsx');
        if (!SITE_PATHS.includes(pathname)) {
          next();
          return;
        }
        const { head, body } = renderPage(pathname);
        const html = await server.transformIndexHtml(pathname, readFileSync(at('./site.html'), 'utf8'));
        response.setHeader('Content-Type', 'text/html');
        response.end(html.replace('</head>', () => `${head}</head>`).replace('<!-- page -->', () => body));
      });
    },
  };
}

/** A pattern that matches what any of the patterns matches. */
const any = (...patterns: RegExp[]) => new RegExp(patterns.map(({ source }) => source).join('|'));

/** What login and sign-up need, too. */
const KIT = any(
  /\/node_modules\/@tanstack\//,
  /\/web\/src\/shared\/(forms\/unsaved|hooks|i18n|lib)/,
  /\/web\/src\/shared\/ui\/(badge|chip|empty|field|icon|kbd|page|panel-error|password|progress|skeleton|usage|wordmark)/,
);
const OVERLAYS = any(
  /\/node_modules\/(@floating-ui|@radix-ui\/react-(alert|dialog|dropdown|menu|popover|select|tooltip))/,
  /\/web\/src\/shared\/ui\/overlays\//,
);
/** What most screens show, without the fields of forms. */
const SCREENS = any(
  /\/node_modules\/@radix-ui\/react-toggle/,
  /\/web\/src\/features\/shell/,
  /\/web\/src\/entities\/(?!account|analytics|bio-page|click\/(add|click\.)|label\/|media|member|passkey|qr-code|utm|webhook)/,
  /\/web\/src\/entities\/(label\/(label\.queries|ui\/(label-picker|restricted)|use-labels)|utm\/utm-conventions)/,
  /\/web\/src\/shared\/(api|charts\/(module|quantiles)|ui\/(?!combobox|overlays|search-list|secret|tags|token|undo|upload|visitor))/,
);
/** The clicks that the home screen shows, as reports do. */
const CLICKS = any(
  /\/web\/src\/entities\/(analytics\/(live|model\/(dimensions|filters))|click)/,
  /\/web\/src\/shared\/charts\/(buckets|chart-frame|heat)/,
  /\/web\/src\/widgets\/live-feed\/(click-row|live-panel|use-last)/,
);
const REPORT = /\/web\/src\/(entities\/analytics|shared\/charts|widgets\/(live-feed|report))\//;
const FORMS = any(
  /\/node_modules\/(@hookform|react-hook-form|zod)\//,
  /\/web\/src\/(entities\/account|shared\/(forms\/(?!\w+-dialog)|lib\/time-zones))/,
);

export default defineConfig({
  plugins: [
    tanstackRouter(routes),
    react(),
    withoutFunctionNames(),
    inlineScript('choose-language'),
    languages(),
    publicPages(),
    ...shared.plugins,
  ],
  resolve: {
    alias: [
      shared.alias,
      // A shim for a hook that React has had since version 18.
      { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
    ],
  },
  build: {
    ...shared.build,
    manifest: true,
    // Browsers that support light-dark() also support modulepreload.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // What pages share, so that each loads few files. A group takes the ungrouped imports of its modules, before the
        // groups after it. Modules that fewer entries share than minShareCount, and those of one screen, keep the bundler's
        // own chunks.
        codeSplitting: {
          groups: [
            { name: 'vendor', test: /\/node_modules\//, tags: ['$initial'] },
            { name: 'app', tags: ['$initial'] },
            { name: 'styles', test: /\/web\/src\/(entities|features\/shell|shared|widgets)\/.*\.css$/ },
            { name: 'kit', test: KIT, minShareCount: 3 },
            { name: 'screens', test: SCREENS, minShareCount: 2 },
            { name: 'overlays', test: OVERLAYS },
            { name: 'forms', test: FORMS, minShareCount: 2 },
            { name: 'clicks', test: CLICKS, minShareCount: 3 },
            { name: 'report', test: REPORT, minShareCount: 3 },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: {
      '/api': { target: api, changeOrigin: true },
      // Short links live at the root beside the app's routes.
      '^/[^/@.]': {
        target: api,
        bypass: (req) => (APP_PATHS.test(req.url ?? '/') ? req.url : undefined),
      },
    },
  },
  test: {
    css: false,
    restoreMocks: true,
    // Waiting is on conditions; this only bounds a machine that is busy with other things.
    testTimeout: 30_000,
    // One more than the cores: tests of fields that save by themselves wait as long as they compute.
    maxWorkers: availableParallelism() + 1,
    pool: 'threads',
    projects: [
      {
        extends: true,
        // Many small files, which take a seventh of the time without a document and without modules of their own.
        test: {
          name: 'units',
          include: ['src/**/*.test.ts', 'packages/*/src/**/*.test.ts', 'scripts/*.test.mjs'],
          exclude: ['src/**/*.dom.test.ts'],
          environment: 'node',
          isolate: false,
        },
      },
      {
        extends: true,
        // Tests that need a document, or replace modules.
        test: {
          name: 'components',
          include: ['src/**/*.test.tsx', 'src/**/*.dom.test.ts'],
          environment: 'happy-dom',
          environmentOptions: { happyDOM: { width: 1280, height: 860 } },
          setupFiles: ['./src/test/setup.ts'],
        },
      },
    ],
  },
});

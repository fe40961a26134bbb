import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter, tanstackRouterGenerator } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { minify, type Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { chunkGroups, preloadList } from './chunk-groups.ts';

const server = process.env.LINNET_DEV_SERVER ?? 'http://127.0.0.1:8080';

// The app's paths while developing; the Go server answers all others.
const APP_PATHS =
  /^\/($|\?|src\/|node_modules\/|@|assets\/|favicon|features|pricing|help|about|contact|terms|privacy|signup|login|forgot-password|reset-password|share\/|invite\/|verify-email\/|dashboard|__gallery)/;

// Puts before-paint.js into the page's head: the one inline script, which the server allows by its hash.
function beforePaint(): Plugin {
  const file = new URL('./src/app/before-paint.js', import.meta.url).pathname;
  return {
    name: 'linnet:before-paint',
    async transformIndexHtml(html) {
      const source = readFileSync(file, 'utf8').replace(/^\s*\/\/.*$/gm, '');
      const { code } = await minify(file, source, { module: false, compress: { target: 'es2020' } });
      return html.replace('<!-- before-paint -->', () => `<script>${code.trim()}</script>`);
    },
  };
}

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

// The public pages alone, so that a visitor does not load the dashboard's routes with their loaders and schemas.
const publicRoutes = {
  ...routes,
  generatedRouteTree: './src/app/public-route-tree.gen.ts',
  routeFileIgnorePattern: '^(dashboard|login|signup|forgot|reset|share|invite|verify|__gallery)',
} as const;

const chunks = chunkGroups();

export default defineConfig({
  plugins: [
    tanstackRouter(routes),
    tanstackRouterGenerator(publicRoutes),
    react(),
    beforePaint(),
    withoutFunctionNames(),
    tailwindcss(),
    chunks.plugin,
  ],
  resolve: {
    alias: [
      { find: '@', replacement: new URL('./src', import.meta.url).pathname },
      // A shim for a hook that React has had since version 18.
      { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
    ],
  },
  build: {
    outDir: '../internal/edge/webui/dist',
    // clean-dist.mjs empties the folder except for the committed placeholder.
    emptyOutDir: false,
    manifest: true,
    // These browsers support light-dark().
    cssTarget: ['chrome123', 'safari17.5', 'firefox128'],
    assetsInlineLimit: 0,
    // Browsers that support light-dark() also support modulepreload.
    modulePreload: { polyfill: false, resolveDependencies: preloadList },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: chunks.groups,
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: {
      '/api': { target: server, changeOrigin: true },
      // Short links live at the root beside the app's routes.
      '^/[^/@.]': {
        target: server,
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
          include: ['src/**/*.test.ts'],
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

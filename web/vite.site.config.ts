import { defineConfig } from 'vite';
import { shared } from './vite.shared.ts';

/** The public pages: one script with their islands and one style sheet, in site.html, which prerender.mjs fills. */
export default defineConfig({
  plugins: shared.plugins,
  resolve: { alias: [shared.alias] },
  build: {
    ...shared.build,
    copyPublicDir: false,
    modulePreload: false,
    rolldownOptions: { input: 'site.html' },
  },
});

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import { minify, type Plugin, type UserConfig } from 'vite';

/** A path below the folder of the web application. */
export const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Puts a script of src/app into the page's head, in place of a comment with its name. The server allows it by its hash. */
export function inlineScript(name: string): Plugin {
  const file = at(`./src/app/${name}.js`);
  return {
    name: `linnet:${name}`,
    async transformIndexHtml(html) {
      const source = readFileSync(file, 'utf8').replace(/^\s*\/\/.*$/gm, '');
      const { code } = await minify(file, source, { module: false, compress: { target: 'es2020' } });
      return html.replace(`<!-- ${name} -->`, () => `<script>${code.trim()}</script>`);
    },
  };
}

/** What the builds of the application and of the public pages have in common. */
export const shared = {
  plugins: [inlineScript('before-paint'), tailwindcss()],
  alias: { find: '@', replacement: at('./src') },
  build: {
    outDir: '../internal/edge/webui/dist',
    // clean-dist.mjs empties the folder except for the committed placeholder.
    emptyOutDir: false,
    // These browsers support light-dark().
    cssTarget: ['chrome123', 'safari17.5', 'firefox128'],
    assetsInlineLimit: 0,
  },
} satisfies { plugins: UserConfig['plugins']; alias: object; build: UserConfig['build'] };

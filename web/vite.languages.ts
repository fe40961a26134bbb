import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { at } from './vite.shared.ts';

const FOLDER = at('./src/shared/i18n/catalogues');

/** The script of a language: its catalogue, where src/shared/i18n reads it. */
function scriptOf(file: string) {
  const language = file.replace('.json', '');
  const texts: unknown = JSON.parse(readFileSync(`${FOLDER}/${file}`, 'utf8'));
  const source = `linnetCatalogue=${JSON.stringify({ language, texts })}`;
  const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
  return { language, source, fileName: `assets/${language}-${hash}.js` };
}

const scripts = () => readdirSync(FOLDER).map(scriptOf);

/** Makes a script of each catalogue and names them all in the page's root, from where choose-language.js loads one. */
export function languages(): Plugin {
  return {
    name: 'linnet:languages',
    transformIndexHtml(html) {
      const files = Object.fromEntries(scripts().map(({ language, fileName }) => [language, `/${fileName}`]));
      return html.replace('%LANGUAGES%', JSON.stringify(files));
    },
    generateBundle() {
      for (const { fileName, source } of scripts()) this.emitFile({ type: 'asset', fileName, source });
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const script = scripts().find(({ fileName }) => request.url === `/${fileName}`);
        if (!script) return next();
        response.setHeader('Content-Type', 'text/javascript');
        response.end(script.source);
      });
    },
  };
}

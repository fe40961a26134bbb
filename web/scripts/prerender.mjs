// After `vite build`: app.html is the shell of the dashboard; every public route has a page of its own.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROUTES = [
  'features',
  'pricing',
  'help',
  'about',
  'contact',
  'terms',
  'privacy',
  'signup',
  'signup-successful',
  'login',
  'forgot-password',
  'reset-password',
];

const dist = fileURLToPath(new URL('../../internal/edge/webui/dist/', import.meta.url));
const shell = readFileSync(`${dist}index.html`, 'utf8');
const waiting = '<div id="root"><p class="guard-note">Loading...</p></div>';
writeFileSync(`${dist}app.html`, shell.replace('<div id="root"></div>', waiting));
writeFileSync(`${dist}404.html`, shell);
for (const route of ROUTES) {
  mkdirSync(dist + route, { recursive: true });
  writeFileSync(`${dist}${route}/index.html`, shell);
}

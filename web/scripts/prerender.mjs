// After `vite build`: app.html is the shell of the dashboard, index.html the page of `/`.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const dist = fileURLToPath(new URL('../../internal/edge/webui/dist/', import.meta.url));
const shell = readFileSync(`${dist}index.html`, 'utf8');
const waiting = '<div id="root"><p class="guard-note">Loading...</p></div>';
writeFileSync(`${dist}app.html`, shell.replace('<div id="root"></div>', waiting));

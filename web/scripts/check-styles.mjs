// Checks the widths and distances in src/ against the tokens (shared/styles), and exits with 1 when one differs, listing each.
//
// 1. Media queries, in CSS and of useMedia, change at the breakpoints of theme.css: `min-width: 768px` or `max-width: 767px`.
// 2. A padding, margin or gap in CSS that equals a distance of tokens.css, or is 1 px off, is the token.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const src = fileURLToPath(new URL('../src/', import.meta.url));
const MEDIA = /(?:@media|useMedia\()[^{;]*/g;
const WIDTH = /(min|max)-width:\s*(\d+)px/g;
const DISTANCE = /(?<![\w-])(?:padding[\w-]*|margin[\w-]*|(?:row-|column-)?gap):[^;{}]+/g;
const PIXELS = /(?<![\w.])(\d+)px\b/g;

/** The tokens in px with this prefix: name and value. */
function tokens(file, prefix) {
  const text = readFileSync(`${src}shared/styles/${file}`, 'utf8');
  return [...text.matchAll(new RegExp(`(${prefix}\\w+): (\\d+)px;`, 'g'))].map(([, name, px]) => [name, Number(px)]);
}

const breakpoints = tokens('theme.css', '--breakpoint-').map(([, px]) => px);
const distances = tokens('tokens.css', '--s');

function* mediaViolations(text) {
  for (const [query] of text.matchAll(MEDIA)) {
    for (const [width, bound, px] of query.matchAll(WIDTH)) {
      const breakpoint = bound === 'min' ? Number(px) : Number(px) + 1;
      if (!breakpoints.includes(breakpoint)) yield `${width} (the breakpoints are ${breakpoints.join(', ')})`;
    }
  }
}

function* distanceViolations(text) {
  for (const [declaration] of text.matchAll(DISTANCE)) {
    for (const [, px] of declaration.matchAll(PIXELS)) {
      const near = distances.find(([, value]) => Math.abs(value - Number(px)) <= 1);
      if (near) yield `${declaration} (var(${near[0]}) is ${near[1]}px)`;
    }
  }
}

const violations = [];
for (const file of readdirSync(src, { recursive: true }).filter((name) => /\.(css|tsx?)$/.test(name))) {
  const text = readFileSync(src + file, 'utf8');
  const found = [...mediaViolations(text), ...(file.endsWith('.css') ? distanceViolations(text) : [])];
  violations.push(...found.map((violation) => `src/${file}: ${violation}`));
}
if (violations.length > 0) {
  console.error(violations.join('\n'));
  process.exitCode = 1;
}

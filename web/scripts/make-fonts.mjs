// Makes the faces of the interface from the packages of @fontsource-variable, with the weights in use only: half the
// bytes. Writes src/shared/styles/fonts/, which is not committed. Licences: SIL OFL 1.1 (in the packages).
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const target = at('../src/shared/styles/fonts/');

/** The weights that the style sheets use of each family: one, or a range. */
const FAMILIES = [
  { id: 'bricolage-grotesque', weights: 600 },
  { id: 'instrument-sans', weights: { min: 450, max: 600, default: 450 } },
  { id: 'geist-mono', weights: { min: 450, max: 600, default: 450 } },
];
/** The features that browsers apply by themselves, and tabular figures. */
const FEATURES = ['calt', 'ccmp', 'clig', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'rlig', 'tnum'];

/** The characters of a CSS range such as "U+0000-00FF,U+0131". */
function charactersOf(range) {
  return range
    .split(',')
    .flatMap((part) => {
      const [first, last = first] = part.replace('U+', '').split('-');
      const from = Number.parseInt(first, 16);
      return Array.from({ length: Number.parseInt(last, 16) - from + 1 }, (_, index) => from + index);
    })
    .map((code) => String.fromCodePoint(code))
    .join('');
}

/** Makes the face of a subset. Returns its rule. */
async function makeFace({ id, weights }, family, subset, range) {
  const name = `${id}-${subset}.woff2`;
  const whole = readFileSync(at(`../node_modules/@fontsource-variable/${id}/files/${id}-${subset}-wght-normal.woff2`));
  const face = await subsetFont(whole, charactersOf(range), {
    targetFormat: 'woff2',
    variationAxes: { wght: weights },
    keepFeatures: FEATURES,
  });
  writeFileSync(target + name, face);
  return `@font-face {
  font-family: "${family} Variable";
  font-display: swap;
  font-weight: ${typeof weights === 'number' ? weights : `${weights.min} ${weights.max}`};
  src: url(./${name}) format("woff2");
  unicode-range: ${range};
}
`;
}

/** Makes the faces of a family, one for each range of characters. Returns their rules. */
function makeFaces(family) {
  const read = (name) =>
    JSON.parse(readFileSync(at(`../node_modules/@fontsource-variable/${family.id}/${name}.json`), 'utf8'));
  const { family: name } = read('metadata');
  return Promise.all(Object.entries(read('unicode')).map(([subset, range]) => makeFace(family, name, subset, range)));
}

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
const faces = await Promise.all(FAMILIES.map(makeFaces));
writeFileSync(`${target}faces.css`, faces.flat().join('\n'));

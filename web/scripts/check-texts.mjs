// Checks the texts of the dashboard, and exits with 1 when one is wrong, listing each.
//
// 1. The texts of `t` and `<Trans>` are literals, and their placeholders have values.
// 2. Each catalogue has every text, no other one, and the same placeholders, tags and plurals as English, with the plural
//    categories of its language. `--fill` adds the missing texts to the catalogues as they are and removes the unused ones.
// 3. No folder has a literal that looks like a text for people, save for those of untranslated.json with their number. It may
//    not grow; `--fill` lowers it.
// 4. The texts of shared reports, whose catalogues are those of the server, are texts of the source, and features/sharing has
//    no other ones.
//
// A line with `// check-texts: not shown`, or the one after it, may have any literal.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { placeholders, readTexts } from './texts.mjs';

const src = fileURLToPath(new URL('../src/', import.meta.url));
const catalogues = `${src}shared/i18n/catalogues/`;
const faults = fileURLToPath(new URL('../../internal/base/fault/fault.go', import.meta.url));

const visitors = fileURLToPath(new URL('../../internal/core/locale/locales/en.json', import.meta.url));

const rest = fileURLToPath(new URL('untranslated.json', import.meta.url));
const CODE = /^\[code\] (.+)$/;

const isSource = (name) =>
  /\.tsx?$/.test(name) && !/\.(test|gen|d)\.tsx?$/.test(name) && !/^(test|shared\/data|shared\/i18n)\//.test(name);

function sources() {
  return readdirSync(src, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(src, `${entry.parentPath}/${entry.name}`))
    .filter(isSource)
    .sort();
}

/** The stable codes of the server's errors. */
function codes() {
  return [...readFileSync(faults, 'utf8').matchAll(/Code = "(\w+)"/g)].map(([, code]) => code);
}

const filling = process.argv.includes('--fill');

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** What is wrong with a translation; undefined when nothing is. */
export function translationFault(language, text, translation) {
  const wanted = placeholders(text.replace(/^\[[^\]]+\] /, ''));
  const found = placeholders(translation);
  if (!same(wanted.names, found.names)) return `has {${found.names}} instead of {${wanted.names}}`;
  if (!same(wanted.tags, found.tags)) return `has the tags ${found.tags} instead of ${wanted.tags}`;
  const expected = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  for (const [name, forms] of Object.entries(found.categories)) {
    const missing = expected.filter((category) => !forms.includes(category));
    const unknown = forms.filter((form) => !form.startsWith('=') && !expected.includes(form));
    if (missing.length > 0) return `has no form "${missing}" of {${name}}`;
    if (unknown.length > 0) return `has a form "${unknown}" of {${name}}, which the language does not have`;
  }
  return undefined;
}

/** What is wrong with a catalogue for these texts. */
export function catalogueFaults(language, catalogue, texts, known = []) {
  const faulty = [];
  for (const text of texts) if (!(text in catalogue)) faulty.push(`no translation of "${text}"`);
  for (const [text, translation] of Object.entries(catalogue)) {
    const code = CODE.exec(text)?.[1];
    if (code ? !known.includes(code) : !texts.has(text)) faulty.push(`"${text}" is not used`);
    else {
      const fault = translationFault(language, text, translation);
      if (fault) faulty.push(`"${text}" ${fault}`);
    }
  }
  return faulty;
}

/** The texts in the order of a catalogue: codes last, all else by their words. */
const sorted = (catalogue) =>
  Object.fromEntries(Object.entries(catalogue).sort(([a], [b]) => CODE.test(a) - CODE.test(b) || (a < b ? -1 : 1)));

function fill(file, catalogue, texts) {
  const kept = Object.entries(catalogue).filter(([text]) => texts.has(text) || CODE.test(text));
  const added = [...texts].filter((text) => !(text in catalogue)).map((text) => [text, text]);
  writeFileSync(catalogues + file, `${JSON.stringify(sorted(Object.fromEntries([...kept, ...added])), null, 2)}\n`);
}

function checkCatalogues(texts) {
  return readdirSync(catalogues).flatMap((file) => {
    const catalogue = JSON.parse(readFileSync(catalogues + file, 'utf8'));
    if (filling) {
      fill(file, catalogue, texts);
      return [];
    }
    const language = file.replace('.json', '');
    return catalogueFaults(language, catalogue, texts, codes()).map((fault) => `catalogues/${file}: ${fault}`);
  });
}

/** What internal/core/locale gives to shared reports beside the texts with their ids. */
const OF_PAGES = ['Password', 'Incorrect password. Try again.'];

/** The English texts of shared reports in the server's catalogue, as `t` has them. */
function sharedTexts() {
  const catalogue = Object.entries(JSON.parse(readFileSync(visitors, 'utf8')));
  const inSource = (text) =>
    typeof text === 'string'
      ? text
      : `{count, plural, ${Object.entries(text)
          .map(([form, of]) => `${form} {${of.replaceAll('{n}', '#')}}`)
          .join(' ')}}`;
  return catalogue.filter(([id]) => id.startsWith('shared.')).map(([, text]) => inSource(text));
}

function sharedFaults(texts, used) {
  const shared = new Set([...sharedTexts(), ...OF_PAGES]);
  return [
    ...[...shared].filter((text) => !texts.has(text)).map((text) => `locales/en.json: "${text}" is not used`),
    ...[...used].filter((text) => !shared.has(text)).map((text) => `locales/en.json has no "shared." text "${text}"`),
  ];
}

const folderOf = (file) => file.split('/').slice(0, 2).join('/');

/** The untranslated literals that a folder may not have, by folder. Those in `allowed` may have as many as it says. */
function restFaults(literals, allowed) {
  return Object.entries(literals).flatMap(([folder, lines]) => {
    const limit = allowed[folder] ?? 0;
    if (lines.length <= limit) return [];
    return limit === 0 ? lines : [`src/${folder} has ${lines.length} untranslated texts, ${limit} before: use t`];
  });
}

function main() {
  const found = [];
  const texts = new Set();
  const shared = new Set();
  const literals = {};
  for (const file of sources()) {
    const read = readTexts(file, readFileSync(src + file, 'utf8'));
    for (const { key } of read.texts) texts.add(key);
    if (file.startsWith('features/sharing/')) for (const { key } of read.texts) shared.add(key);
    for (const { line, message } of read.errors) found.push(`src/${file}:${line}: ${message}`);
    for (const { line, text } of read.literals) {
      literals[folderOf(file)] ??= [];
      literals[folderOf(file)].push(`src/${file}:${line}: not translated: ${text}`);
    }
  }
  found.push(...checkCatalogues(texts), ...sharedFaults(texts, shared));
  if (filling) {
    const counts = Object.entries(literals).map(([folder, lines]) => [folder, lines.length]);
    writeFileSync(rest, `${JSON.stringify(Object.fromEntries(counts.sort()), null, 2)}\n`);
  }
  found.push(...restFaults(literals, JSON.parse(readFileSync(rest, 'utf8'))));
  if (found.length === 0) return;
  console.error(found.join('\n'));
  process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();

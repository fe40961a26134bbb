import { describe, expect, it } from 'vitest';
import { catalogueFaults, translationFault } from './check-texts.mjs';
import { readTexts } from './texts.mjs';

const literals = (source) => readTexts('a.tsx', source).literals.map(({ text }) => text);

describe('the texts of a file', () => {
  it('are those of t and Trans, with their contexts', () => {
    const { texts, errors } = readTexts(
      'a.tsx',
      `const a = <p>{t('Open', { context: 'state' })} <Trans text="See <a>this</a>" tags={{}} /> {t('{count} new', { count })}</p>;`,
    );
    expect(texts.map(({ key }) => key)).toEqual(['[state] Open', 'See <a>this</a>', '{count} new']);
    expect(errors).toEqual([]);
  });

  it.each([
    ['t(label)', 'the text of t is not a literal'],
    ["t('{a} of {b}', { a })", 'no value for {b}'],
    ["t('{a}', { a, b: 1 })", 'the text has no {b}'],
    ["t('{a, select, x {1}}', { a })", '{a, select} is not known; there is only plural'],
  ])('are wrong in %s', (source, message) => {
    expect(readTexts('a.ts', source).errors.map((error) => error.message)).toContain(message);
  });
});

describe('untranslated literals', () => {
  it.each([
    ['<p>No links yet</p>', ['No links yet']],
    ['<Field label="name" />', ['name']],
    ["toast({ title: 'saved' })", ['saved']],
    ["const TEXTS = { off: 'Switched off' }", ['Switched off']],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the source of a template
    ['const note = `${count} left`', ['{} left']],
    ["<b>{on ? 'an' : 'aus'}</b>", ['an', 'aus']],
  ])('are found in %s', (source, found) => expect(literals(source)).toEqual(found));

  it.each([
    "t('No links yet')",
    '<div className="flex items-center" id="First" />',
    "if (key === 'Enter') go('/dashboard')",
    "import a from 'Some module'",
    "const zone: 'Not a text' = x",
    "throw new Error('There is no card.')",
    '<p>Linnet</p>',
    "// check-texts: not shown\nconst CALL = 'curl the address'",
  ])('are not found in %s', (source) => expect(literals(source)).toEqual([]));
});

describe('a catalogue', () => {
  it('has every text and no other one', () => {
    const catalogue = { Open: 'Öffnen', Old: 'Alt', '[code] gone': 'Weg', '[code] unknown': '?' };
    expect(catalogueFaults('de', catalogue, new Set(['Open', 'Close']), ['gone'])).toEqual([
      'no translation of "Close"',
      '"Old" is not used',
      '"[code] unknown" is not used',
    ]);
  });

  it.each([
    ['{a} of {b}', '{b}: {a}', undefined],
    ['{a} of {b}', '{a}', 'has {a} instead of {a,b}'],
    ['See <a>this</a>', 'Siehe dies', 'has the tags  instead of a'],
    ['{n, plural, one {#} other {#}}', '{n, plural, other {#}}', 'has no form "one" of {n}'],
    ['{n, plural, one {#} other {#}}', '{n, plural, =1 {eins} one {#} other {#}}', undefined],
    [
      '{n, plural, one {#} other {#}}',
      '{n, plural, one {#} few {#} other {#}}',
      'has a form "few" of {n}, which the language does not have',
    ],
  ])('translates %s by %s: %s', (text, translation, fault) => {
    expect(translationFault('de', text, translation)).toBe(fault);
  });
});

import { render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { t } from './t';
import { Trans } from './trans';

afterEach(() => {
  globalThis.linnetCatalogue = undefined;
  document.documentElement.dir = '';
});

const TAGS = {
  a: (children: React.ReactNode) => <a href="/guide">{children}</a>,
  b: (children: React.ReactNode) => <b>{children}</b>,
  icon: () => <i>!</i>,
};

const html = (text: string, values = {}) =>
  render(<Trans text={text} values={values} tags={TAGS} />).container.innerHTML;

it('puts elements where the text has tags, also inside each other', () => {
  expect(html('<icon/> See <a>the <b>{name}</b></a>.', { name: 'guide' })).toBe(
    '<i>!</i> See <a href="/guide">the <b>guide</b></a>.',
  );
});

it('makes no elements of values', () => {
  expect(html('Folder <b>{name}</b>', { name: '<a>x</a> <b>' })).toBe('Folder <b>&lt;a&gt;x&lt;/a&gt; &lt;b&gt;</b>');
});

it('follows the order of the translation', () => {
  const text = 'See <a>the guide</a> of <b>{name}</b>';
  globalThis.linnetCatalogue = { language: 'xx', texts: { [text]: '<b>{name}</b>: <a>guide</a>' } };
  expect(html(text, { name: 'Ada' })).toBe('<b>Ada</b>: <a href="/guide">guide</a>');
});

it('isolates values where the text runs from right to left', () => {
  document.documentElement.dir = 'rtl';
  expect(t('{name} deleted', { name: 'a.exe' })).toBe('\u2068a.exe\u2069 deleted');
});

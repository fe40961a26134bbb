import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { StaticContent } from '../static-content';
import { textOfStatic } from './static-text';

/** Written by `go test ./internal/core/qr/content -run WebApp -update`. */
const encoded = JSON.parse(readFileSync(`${import.meta.dirname}/testdata/static.json`, 'utf8')) as {
  content: StaticContent;
  text: string;
}[];

describe('the web app’s encoder of static contents', () => {
  it('knows contents of each kind', () => {
    expect(new Set(encoded.map(({ content }) => content.type)).size).toBe(9);
  });

  it.each(encoded)('encodes $content as the server does', ({ content, text }) => {
    expect(textOfStatic(content)).toBe(text);
  });
});

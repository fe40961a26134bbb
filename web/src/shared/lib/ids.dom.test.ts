import { afterEach, describe, expect, it, vi } from 'vitest';
import { copyText } from './clipboard';
import { uuid } from './ids';

afterEach(() => vi.unstubAllGlobals());

describe('on plain http', () => {
  it('generates random version 4 ids without crypto.randomUUID', () => {
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
    const made = Array.from({ length: 200 }, uuid);
    expect(new Set(made).size).toBe(200);
    for (const id of made) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('copies without navigator.clipboard, from inside an open dialog', async () => {
    vi.stubGlobal('navigator', { ...navigator, clipboard: undefined });
    document.body.innerHTML = '<div role="dialog"><button>Copy</button></div>';
    document.querySelector('button')?.focus();
    let copied = '';
    let host: Element | null | undefined;
    document.execCommand = (command) => {
      const area = document.querySelector('textarea');
      host = area?.parentElement;
      copied = `${command} ${area?.value}`;
      return true;
    };
    await expect(copyText('https://lnt.example/a')).resolves.toBe(true);
    expect(copied).toBe('copy https://lnt.example/a');
    expect(host?.getAttribute('role')).toBe('dialog');
    expect(document.querySelector('textarea')).toBeNull();
    expect(document.activeElement).toBe(document.querySelector('button'));
  });
});

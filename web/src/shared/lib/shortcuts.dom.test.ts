import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Shortcut, shortcutHandler, shortcuts, showKeys } from './shortcuts';

const undo: (() => void)[] = [];
let singleKeys = true;
const handle = shortcutHandler(() => singleKeys);
window.addEventListener('keydown', handle);

function offer(keys: string): ReturnType<typeof vi.fn> {
  const run = vi.fn();
  undo.push(shortcuts.add({ keys, label: keys, group: 'General', run: run as Shortcut['run'] }));
  return run;
}

function press(key: string, init: KeyboardEventInit = {}, target: EventTarget = document.body): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init });
  target.dispatchEvent(event);
  return event;
}

afterEach(() => {
  for (const remove of undo.splice(0)) remove();
  document.body.innerHTML = '';
  singleKeys = true;
  press('Escape');
});

describe('shortcuts', () => {
  it('run on their key in upper or lower case, and prevent the default action', () => {
    const run = offer('c');
    expect(press('C').defaultPrevented).toBe(true);
    expect(run).toHaveBeenCalledTimes(1);
    expect(press('d').defaultPrevented).toBe(false);
  });

  it('run on key sequences, and not on the second key alone', () => {
    const go = offer('g l');
    press('l');
    expect(go).not.toHaveBeenCalled();
    press('g');
    press('l');
    expect(go).toHaveBeenCalledTimes(1);
  });

  it('ignores keys in text fields and dialogs and when switched off, except those with the command key', () => {
    const single = offer('c');
    const command = offer('mod+\\');
    document.body.innerHTML = '<input />';
    const input = document.querySelector('input') as HTMLInputElement;
    press('c', {}, input);
    singleKeys = false;
    press('c');
    singleKeys = true;
    expect(single).not.toHaveBeenCalled();
    press('\\', { ctrlKey: true }, input);
    expect(command).toHaveBeenCalledTimes(1);
    document.body.innerHTML = '<div role="dialog"></div>';
    press('c');
    expect(single).not.toHaveBeenCalled();
  });

  it('leave the undo keys to the text fields of forms that are submitted', () => {
    const undo = offer('mod+z');
    const redo = offer('mod+shift+z');
    document.body.innerHTML =
      '<input id="draft" /><form><input id="own" /></form><form data-undo><input id="editor" /></form>';
    const field = (id: string) => document.getElementById(id) as HTMLElement;
    press('z', { ctrlKey: true }, field('own'));
    press('z', { ctrlKey: true, shiftKey: true }, field('own'));
    expect([undo.mock.calls.length, redo.mock.calls.length]).toEqual([0, 0]);
    press('z', { ctrlKey: true }, field('draft'));
    press('z', { ctrlKey: true }, field('editor'));
    expect(undo).toHaveBeenCalledTimes(2);
  });

  it('run only the later one of two with the same key', () => {
    const first = offer('x');
    const second = offer('x');
    press('x');
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1]);
  });

  it('do not override the browser’s command-key shortcuts', () => {
    const run = offer('c');
    press('c', { metaKey: true });
    expect(run).not.toHaveBeenCalled();
  });

  it('are shown in the words of the system', () => {
    expect([showKeys('mod+\\', 'MacIntel'), showKeys('mod+\\', 'Linux x86_64'), showKeys('g h', '')]).toEqual([
      '⌘\\',
      'Ctrl \\',
      'G H',
    ]);
  });
});

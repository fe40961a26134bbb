import { t } from '@/shared/i18n/t';
import { createStore, type Store } from './store';

/** A keyboard shortcut. `keys`: one key ("c", "?", "/"), a sequence ("g h"), or one with the command key ("mod+\\", "mod+shift+z"). */
export interface Shortcut {
  keys: string;
  label: string;
  group: 'General' | 'Go to' | 'Period' | 'Lists' | 'Editors';
  run: () => void;
}

const SEQUENCE_MS = 1_000;

const active = createStore<readonly Shortcut[]>([]);

/** The active shortcuts, for the handler and the list of shortcuts. */
export const shortcuts = {
  /** Adds a shortcut and returns a function that removes it. Of two with the same keys, the later one applies. */
  add(shortcut: Shortcut): () => void {
    const added = { ...shortcut };
    active.set([...active.get(), added]);
    return () => active.set(active.get().filter((one) => one !== added));
  },
  list: active as Store<readonly Shortcut[]>,
};

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.matches('textarea, select, [role="combobox"]')) return true;
  return target.matches('input:not([type=checkbox], [type=radio], [type=button])');
}

/**
 * Whether a field has an undo history of its own: a text field of a form that is submitted. The undo keys of an editor
 * are for its own fields, which are in no form or in one with `data-undo`.
 */
function hasOwnUndo(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement) || !isTyping(target)) return false;
  const form = target.closest('form');
  return form !== null && !('undo' in form.dataset);
}

function find(keys: string): Shortcut | undefined {
  return active.get().findLast((shortcut) => shortcut.keys === keys);
}

/** Finds a shortcut with the command key. One without Shift also applies with it, where the layout needs Shift. */
function findModified(key: string, shift: boolean): Shortcut | undefined {
  return (shift ? find(`mod+shift+${key}`) : undefined) ?? find(`mod+${key}`);
}

/** Returns a handler of keydown events. It ignores keys in text fields, dialogs and menus. */
export function shortcutHandler(singleKeys: () => boolean): (event: KeyboardEvent) => void {
  let first = { key: '', at: 0 };
  return (event) => {
    if (event.defaultPrevented || event.altKey || event.isComposing) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const mod = event.metaKey || event.ctrlKey;
    if (!mod && (!singleKeys() || isTyping(event.target))) return;
    if (mod && key === 'z' && hasOwnUndo(event.target)) return;
    if (document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]')) return;

    const sequence = !mod && event.timeStamp - first.at < SEQUENCE_MS ? find(`${first.key} ${key}`) : undefined;
    const hit = sequence ?? (mod ? findModified(key, event.shiftKey) : find(key));
    first = mod || sequence ? { key: '', at: 0 } : { key, at: event.timeStamp };
    if (!hit) return;
    event.preventDefault();
    hit.run();
  };
}

/** "mod+\\" → "⌘\" on a Mac, "Ctrl \" elsewhere; "g h" → "G H"; "ArrowLeft" → "←". */
export function showKeys(keys: string, platform: string = navigator.platform): string {
  const [mod, shift] = /mac|iphone|ipad/i.test(platform) ? ['⌘', '⇧'] : [`${t('Ctrl')} `, `${t('Shift')} `];
  const arrows: Record<string, string> = { ArrowLeft: '←', ArrowRight: '→' };
  const key = keys.replace(/^(mod\+)?(shift\+)?/, '').toUpperCase();
  return arrows[keys] ?? `${keys.startsWith('mod+') ? mod : ''}${keys.includes('shift+') ? shift : ''}${key}`;
}

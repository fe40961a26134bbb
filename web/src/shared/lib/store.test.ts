import { expect, it, vi } from 'vitest';
import { createStore } from './store';

it('calls its listeners after each change of the value, until they unsubscribe', () => {
  const store = createStore('a');
  const seen: string[] = [];
  const unsubscribe = store.subscribe(() => seen.push(store.get()));
  const other = vi.fn();
  store.subscribe(other);
  store.set('b');
  store.set('b');
  unsubscribe();
  store.set('c');
  expect(seen).toEqual(['b']);
  expect(other).toHaveBeenCalledTimes(2);
  expect([store.initial, store.get()]).toEqual(['a', 'c']);
});

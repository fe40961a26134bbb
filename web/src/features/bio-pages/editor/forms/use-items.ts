import { type Path, type PathValue, useWatch } from 'react-hook-form';
import type { useLiveForm } from '../use-live-form';

/** The entries of a form's list, with the changes that ItemList offers. */
export function useItems<Item extends object>(form: ReturnType<typeof useLiveForm<{ items: Item[] }>>, empty: Item) {
  const name = 'items' as Path<{ items: Item[] }>;
  const items = useWatch({ control: form.control, name }) as Item[];
  const set = (next: Item[]) =>
    form.methods.setValue(name, next as PathValue<{ items: Item[] }, typeof name>, { shouldValidate: true });
  return {
    count: items.length,
    onAdd: () => set([...items, empty]),
    onRemove: (index: number) => set(items.toSpliced(index, 1)),
    onMove: (from: number, to: number) => {
      const [moved] = items.slice(from, from + 1);
      if (moved) set(items.toSpliced(from, 1).toSpliced(to, 0, moved));
    },
  };
}

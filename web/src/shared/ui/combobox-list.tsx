import { Command } from 'cmdk';
import { use, useMemo } from 'react';
import { Icon } from './icon';
import type { ComboOption } from './search-list';

interface Props {
  value: string;
  load: () => Promise<readonly ComboOption[]>;
  searchPlaceholder: string;
  emptyText: string;
  label: string;
  onChoose: (option: ComboOption) => void;
}

/** Plain containment without case or accents; a hit at the start comes first. */
export function matches(text: string, search: string): number {
  const fold = (value: string) => value.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const at = fold(text).indexOf(fold(search.trim()));
  if (at < 0) return 0;
  return at === 0 ? 1 : 0.5;
}

/** The popover has looked for something to focus before the list was loaded for the first time. */
function takeFocus(input: HTMLInputElement | null): void {
  input?.focus();
}

/** The open list of a Combobox. */
export function ComboboxList({ value, load, searchPlaceholder, emptyText, label, onChoose }: Props) {
  // One promise for the life of the open list; `load` caches.
  const options = use(useMemo(() => load(), [load]));
  return (
    <Command
      label={label}
      defaultValue={value}
      filter={(_, search, keywords) => Math.max(...(keywords ?? []).map((word) => matches(word, search)))}
    >
      <div className="flex items-center gap-2 border-b border-line px-3">
        <Icon name="search" className="text-muted" />
        <Command.Input
          ref={takeFocus}
          className="min-h-10 w-full bg-transparent outline-none"
          placeholder={searchPlaceholder}
        />
      </div>
      <Command.List className="combo-list" label={label}>
        <Command.Empty>{emptyText}</Command.Empty>
        {options.map((option) => (
          <Command.Item
            key={option.value}
            value={option.value}
            keywords={[option.label, ...(option.keywords ? [option.keywords] : [])]}
            onSelect={() => onChoose(option)}
          >
            {option.before}
            <span className="cut flex-1">{option.label}</span>
            {option.after}
          </Command.Item>
        ))}
      </Command.List>
    </Command>
  );
}

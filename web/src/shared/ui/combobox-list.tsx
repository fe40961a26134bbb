import { Command } from 'cmdk';
import { type RefObject, Suspense, use, useEffect, useMemo, useRef, useState } from 'react';
import type { Early } from './combobox';
import { Icon } from './icon';
import type { ComboOption } from './search-list';

interface Props {
  value: string;
  /** What was typed before the list was there. */
  early: RefObject<Early>;
  load: () => Promise<readonly ComboOption[]>;
  searchPlaceholder: string;
  emptyText: string;
  label: string;
  onChoose: (option: ComboOption) => void;
}

/** Scores a substring match without case or accents: 1 at the start, 0.5 elsewhere, 0 for none. */
export function matches(text: string, search: string): number {
  const fold = (value: string) => value.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const at = fold(text).indexOf(fold(search.trim()));
  if (at < 0) return 0;
  return at === 0 ? 1 : 0.5;
}

const searchTexts = (option: ComboOption) => [option.label, ...(option.keywords ? [option.keywords] : [])];
const score = (words: readonly string[], search: string) => Math.max(...words.map((word) => matches(word, search)));

/** The option that the list highlights for a search: the first one of the highest score. */
export function bestMatch(options: readonly ComboOption[], search: string): ComboOption | undefined {
  let best: ComboOption | undefined;
  let most = 0;
  for (const option of options) {
    const reached = score(searchTexts(option), search);
    if (reached > most) [best, most] = [option, reached];
  }
  return best;
}

/** Focuses the field itself: the popover sets its focus before the list is loaded for the first time. */
function takeFocus(input: HTMLInputElement | null): void {
  input?.focus();
}

/** The open list of a Combobox. Its search field takes keys while the options are loading. */
export function ComboboxList({ value, early, load, searchPlaceholder, emptyText, label, onChoose }: Props) {
  const [search, setSearch] = useState(early.current.text);
  const [loaded, setLoaded] = useState(false);
  const enter = useRef(early.current.enter);

  function onLoaded(options: readonly ComboOption[]) {
    setLoaded(true);
    const best = enter.current ? bestMatch(options, search) : undefined;
    enter.current = false;
    if (best) onChoose(best);
  }

  return (
    <Command
      label={label}
      defaultValue={search ? undefined : value}
      filter={(_, text, keywords) => score(keywords ?? [], text)}
    >
      <div className="flex items-center gap-2 border-b border-line px-3">
        <Icon name="search" className="text-muted" />
        <Command.Input
          ref={takeFocus}
          className="min-h-10 w-full bg-transparent outline-none"
          placeholder={searchPlaceholder}
          value={search}
          onValueChange={setSearch}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !loaded) enter.current = true;
          }}
        />
      </div>
      <Command.List className="combo-list" label={label}>
        <Suspense fallback={<p className="ui-muted p-3">Loading...</p>}>
          <Options load={load} emptyText={emptyText} onLoaded={onLoaded} onChoose={onChoose} />
        </Suspense>
      </Command.List>
    </Command>
  );
}

interface OptionsProps extends Pick<Props, 'load' | 'emptyText' | 'onChoose'> {
  /** Called once, when the options are shown. */
  onLoaded: (options: readonly ComboOption[]) => void;
}

function Options({ load, emptyText, onLoaded, onChoose }: OptionsProps) {
  // One promise for the life of the open list; `load` caches.
  const options = use(useMemo(() => load(), [load]));
  const told = useRef(false);
  useEffect(() => {
    if (told.current) return;
    told.current = true;
    onLoaded(options);
  }, [options, onLoaded]);
  return (
    <>
      <Command.Empty>{emptyText}</Command.Empty>
      {options.map((option) => (
        <Command.Item
          key={option.value}
          value={option.value}
          keywords={searchTexts(option)}
          onSelect={() => onChoose(option)}
        >
          {option.before}
          <span className="ui-truncate flex-1">{option.label}</span>
          {option.after}
        </Command.Item>
      ))}
    </>
  );
}

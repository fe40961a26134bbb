import { Command } from 'cmdk';
import { type RefObject, Suspense, use, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { t } from '@/shared/i18n/t';
import { Icon } from './icon';
import { rankOptions } from './rank-options';
import type { ComboOption } from './search-list';

/** The text typed before the code of the list is loaded. */
export interface Early {
  text: string;
  /** Enter was pressed: the best match is chosen when the list is there. */
  enter: boolean;
}

interface Props {
  value: string;
  /** The text typed before the list was loaded. */
  early: RefObject<Early>;
  load: () => Promise<readonly ComboOption[]>;
  searchPlaceholder: string;
  emptyText: string;
  label: string;
  onChoose: (option: ComboOption) => void;
}

/** Focuses the field itself: the popover sets its focus before the list is loaded for the first time. */
function takeFocus(input: HTMLInputElement | null): void {
  input?.focus();
}

/**
 * The open list of a Combobox. Its search field takes keys while the options are loading. The options are filtered here
 * and not by cmdk, which does so in an effect after the render: Enter right after a key would choose from the old list.
 */
export function ComboboxList({ value, early, load, searchPlaceholder, emptyText, label, onChoose }: Props) {
  const [search, setSearch] = useState(early.current.text);
  const [options, setOptions] = useState<readonly ComboOption[]>();
  const [highlighted, setHighlighted] = useState(search ? '' : value);
  const enter = useRef(early.current.enter);
  const found = useMemo(() => rankOptions(options ?? [], search), [options, search]);
  const selected = found.some((option) => option.value === highlighted) ? highlighted : (found[0]?.value ?? '');

  function onLoaded(loaded: readonly ComboOption[]) {
    setOptions(loaded);
    const [best] = enter.current ? rankOptions(loaded, search) : [];
    enter.current = false;
    if (best) onChoose(best);
  }

  return (
    <Command label={label} shouldFilter={false} value={selected} onValueChange={setHighlighted}>
      <div className="flex items-center gap-2 border-b border-line px-3">
        <Icon name="search" className="text-muted" />
        <Command.Input
          ref={takeFocus}
          className="min-h-10 w-full bg-transparent outline-none"
          placeholder={searchPlaceholder}
          value={search}
          onValueChange={(next) => {
            setSearch(next);
            setHighlighted('');
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !options) enter.current = true;
          }}
        />
      </div>
      <Command.List className="combo-list" label={label}>
        <Suspense fallback={<p className="ui-muted p-3">{t('Loading...')}</p>}>
          <LoadOptions load={load} onLoaded={onLoaded} />
        </Suspense>
        {options && found.length === 0 && <Command.Empty>{emptyText}</Command.Empty>}
        {found.map((option) => (
          <Command.Item key={option.value} value={option.value} onSelect={() => onChoose(option)}>
            {option.before}
            <span className="ui-truncate flex-1">
              <bdi>{option.label}</bdi>
            </span>
            {option.after}
          </Command.Item>
        ))}
      </Command.List>
    </Command>
  );
}

interface LoadOptionsProps {
  load: () => Promise<readonly ComboOption[]>;
  /** Called once, before the first paint with the options. */
  onLoaded: (options: readonly ComboOption[]) => void;
}

/** Suspends until the options are loaded. */
function LoadOptions({ load, onLoaded }: LoadOptionsProps) {
  // One promise for the life of the open list; `load` caches.
  const options = use(useMemo(() => load(), [load]));
  const reported = useRef(false);
  useLayoutEffect(() => {
    if (reported.current) return;
    reported.current = true;
    onLoaded(options);
  }, [options, onLoaded]);
  return null;
}

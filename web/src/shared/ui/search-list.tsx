import clsx from 'clsx';
import { Command } from 'cmdk';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { formatCount } from '@/shared/lib/format';
import { Icon } from './icon';
import './search-list.css';

/** One of the choices that a list offers. */
export interface ComboOption {
  value: string;
  label: string;
  /** Further words that find it. */
  keywords?: string;
  before?: ReactNode;
  after?: ReactNode;
  /** How many entries have it; absent when that is not known. */
  count?: number;
  disabled?: boolean;
}

interface Props {
  /** Of the search field and of the list. */
  label: string;
  search: string;
  onSearch: (search: string) => void;
  placeholder: string;
  /** What the search found; it is shown as it is. */
  options: readonly ComboOption[];
  /** The values with a check mark, for a list that turns options on and off. */
  chosen?: readonly string[];
  onChoose: (value: string) => void;
  /** The options are those of an earlier search: Enter waits for the answer to this one. */
  pending?: boolean;
  /** Shown below the options: no results, or loading. */
  note?: ReactNode;
  /** It fills a popover, which has the frame. */
  bare?: boolean;
}

/** A search field with a list of results. Arrow keys move, Enter selects. */
export function SearchList({
  label,
  search,
  onSearch,
  placeholder,
  options,
  chosen,
  pending,
  onChoose,
  note,
  bare,
}: Props) {
  const [highlighted, setHighlighted] = useState('');
  const enter = useRef(false);
  const list = useRef<HTMLDivElement>(null);
  const first = options.find(({ disabled }) => !disabled);
  const value = options.some((option) => option.value === highlighted) ? highlighted : (first?.value ?? '');

  useEffect(() => {
    if (pending || !enter.current) return;
    enter.current = false;
    if (first) onChoose(first.value);
  }, [pending, first, onChoose]);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !pending) return;
    event.preventDefault();
    enter.current = true;
  }

  function onSearchChange(next: string) {
    enter.current = false;
    setHighlighted('');
    if (list.current) list.current.scrollTop = 0;
    onSearch(next);
  }

  return (
    <Command
      label={label}
      shouldFilter={false}
      className={clsx(!bare && 'search-list')}
      value={value}
      onValueChange={setHighlighted}
      onKeyDown={onKeyDown}
    >
      <div className="flex items-center gap-2 border-b border-line px-3">
        <Icon name="search" className="text-muted" />
        <Command.Input
          autoFocus
          className="min-h-10 w-full bg-transparent outline-none"
          placeholder={placeholder}
          value={search}
          onValueChange={onSearchChange}
        />
      </div>
      <Command.List ref={list} className="combo-list" label={label}>
        {options.map((option) => (
          <Command.Item
            key={option.value}
            value={option.value}
            disabled={option.disabled}
            aria-checked={chosen?.includes(option.value)}
            onSelect={() => onChoose(option.value)}
          >
            {option.before}
            <span className="ui-truncate flex-1">
              <bdi>{option.label}</bdi>
            </span>
            {option.after}
            {chosen?.includes(option.value) && <Icon name="check" />}
            {option.count !== undefined && (
              <span className="ui-mono ui-small opacity-80">{formatCount(option.count)}</span>
            )}
          </Command.Item>
        ))}
      </Command.List>
      {note && (
        <p className="ui-muted ui-small px-3 pb-3" role="status">
          {note}
        </p>
      )}
    </Command>
  );
}

import { Command } from 'cmdk';
import type { ReactNode } from 'react';
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
}

interface Props {
  /** Of the search field and of the list. */
  label: string;
  search: string;
  onSearch: (search: string) => void;
  placeholder: string;
  /** What the server found; it is shown as it is. */
  options: readonly ComboOption[];
  onChoose: (value: string) => void;
  /** Instead of options: nothing was found, or the answer is on its way. */
  note?: ReactNode;
}

/** A choice among what a server finds: a search field with its list below. Arrow keys walk, Enter chooses. */
export function SearchList({ label, search, onSearch, placeholder, options, onChoose, note }: Props) {
  return (
    <Command label={label} shouldFilter={false} className="search-list">
      <div className="flex items-center gap-2 border-b border-line px-3">
        <Icon name="search" className="text-muted" />
        <Command.Input
          autoFocus
          className="min-h-10 w-full bg-transparent outline-none"
          placeholder={placeholder}
          value={search}
          onValueChange={onSearch}
        />
      </div>
      <Command.List className="combo-list" label={label}>
        {options.map((option) => (
          <Command.Item key={option.value} value={option.value} onSelect={() => onChoose(option.value)}>
            {option.before}
            <span className="cut flex-1">{option.label}</span>
            {option.after}
          </Command.Item>
        ))}
      </Command.List>
      {note && (
        <p className="muted small px-3 pb-3" role="status">
          {note}
        </p>
      )}
    </Command>
  );
}

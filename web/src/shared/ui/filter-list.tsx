import { Command } from 'cmdk';
import type { ReactNode } from 'react';
import { formatCount } from '@/shared/lib/format';
import { Icon } from './icon';
import { matches } from './rank-options';

/** A value that a list can be narrowed to. */
export interface FilterOption {
  value: string;
  label: string;
  /** Beside the name, such as a lock. */
  mark?: ReactNode;
  /** How many entries have it; absent when that is not known. */
  count?: number;
}

interface Props {
  label: string;
  /** Shown above the search field. */
  heading?: string;
  options: readonly FilterOption[];
  chosen: readonly string[];
  onToggle: (value: string) => void;
}

/** The open part of a filter: a search field and the values, those that are chosen with a check mark. */
export function FilterList({ label, heading, options, chosen, onToggle }: Props) {
  return (
    <Command label={label} filter={(_, search, keywords) => matches(keywords?.[0] ?? '', search)}>
      {heading && <h2 className="px-3 pt-3 text-[length:var(--t13)]">{heading}</h2>}
      <div className="flex items-center gap-2 border-b border-line px-3">
        <Icon name="search" className="text-muted" />
        <Command.Input
          autoFocus
          className="min-h-10 w-full bg-transparent outline-none"
          placeholder={`Search ${label.toLowerCase()}`}
        />
      </div>
      <Command.List className="combo-list" label={label}>
        <Command.Empty>No matches.</Command.Empty>
        {options.map(({ value, label: name, mark, count }) => (
          <Command.Item
            key={value}
            value={value}
            keywords={[name]}
            aria-checked={chosen.includes(value)}
            onSelect={() => onToggle(value)}
          >
            <span className="ui-truncate flex-1">{name}</span>
            {mark}
            {chosen.includes(value) && <Icon name="check" />}
            {count !== undefined && <span className="ui-mono ui-small opacity-80">{formatCount(count)}</span>}
          </Command.Item>
        ))}
      </Command.List>
    </Command>
  );
}

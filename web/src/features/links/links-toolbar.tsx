import { useEffect, useRef, useState } from 'react';
import { TIMING } from '@/shared/config/timing';
import { useShortcut } from '@/shared/hooks/use-shortcut';
import { Button } from '@/shared/ui/button';
import { Icon } from '@/shared/ui/icon';
import { Kbd } from '@/shared/ui/kbd';
import { Menu, MenuItem, MenuLabel } from '@/shared/ui/menu';
import { FIRST_PAGE, type LinksSearch } from './links-search.schema';

export type ChangeSearch = (change: Partial<LinksSearch>) => void;

const SORTS = [
  { sort: 'createdAt', order: 'desc', label: 'Newest' },
  { sort: 'createdAt', order: 'asc', label: 'Oldest' },
  { sort: 'clickCount', order: 'desc', label: 'Most clicks' },
  { sort: 'lastClickedAt', order: 'desc', label: 'Last clicked' },
  { sort: 'alias', order: 'asc', label: 'Alias A–Z' },
] as const;

interface Props {
  search: LinksSearch;
  /** Tags that the shown links have. */
  tags: readonly string[];
  onChange: ChangeSearch;
}

/** Search, filter and order of the list. */
export function LinksToolbar({ search, tags, onChange }: Props) {
  const now = SORTS.find(({ sort, order }) => sort === search.sort && order === search.order);
  return (
    <div className="tools" role="search">
      <SearchBox value={search.q} onChange={(q) => onChange({ q, ...FIRST_PAGE })} />
      {tags.length > 0 && (
        <Menu
          trigger={
            <Button size="sm">
              <Icon name="tag" />
              <span className="word">Tags</span>
            </Button>
          }
        >
          <MenuLabel>Only links tagged</MenuLabel>
          {tags.map((tag) => (
            <MenuItem key={tag} onSelect={() => onChange({ tag: toggled(search.tag, tag), ...FIRST_PAGE })}>
              {tag}
              {search.tag.includes(tag) && (
                <span className="end">
                  <Icon name="check" />
                </span>
              )}
            </MenuItem>
          ))}
        </Menu>
      )}
      <Menu
        trigger={
          <Button size="sm" aria-label={`Order: ${now?.label ?? 'by alias'}`}>
            <Icon name="filter" />
            <span className="word">{now?.label ?? 'Alias Z–A'}</span>
          </Button>
        }
      >
        {SORTS.map(({ sort, order, label }) => (
          <MenuItem key={label} onSelect={() => onChange({ sort, order, ...FIRST_PAGE })}>
            {label}
            {label === now?.label && (
              <span className="end">
                <Icon name="check" />
              </span>
            )}
          </MenuItem>
        ))}
      </Menu>
    </div>
  );
}

function toggled(list: readonly string[], entry: string): string[] {
  return list.includes(entry) ? list.filter((other) => other !== entry) : [...list, entry];
}

/** Asks while typing, a moment after the last key. Follows the URL when somebody else changes it. */
function SearchBox({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const box = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [text, setText] = useState(value);
  const [sent, setSent] = useState(value);
  const [seen, setSeen] = useState(value);
  if (value !== seen) {
    setSeen(value);
    if (value !== sent) setText(value);
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  useShortcut({ keys: '/', label: 'Search the links', group: 'Lists', run: () => box.current?.focus() });

  return (
    <span className="search">
      <Icon name="search" />
      <input
        ref={box}
        className="input"
        type="search"
        placeholder="Search alias, address, title"
        aria-label="Search links"
        value={text}
        onChange={(event) => {
          const next = event.target.value;
          setText(next);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => {
            setSent(next);
            onChange(next);
          }, TIMING.searchMs);
        }}
      />
      <Kbd keys="/" />
    </span>
  );
}

import { useState } from 'react';
import { Dialog } from '@/shared/ui/dialog';
import { Input } from '@/shared/ui/field';
import { BlockIcon } from '../block-icon';
import type { BlockType } from '../block-type';
import { BLOCK_TYPES } from '../block-types';

/** Whether each typed word occurs in the type's name or keywords. */
function matches({ label, hint, keywords }: BlockType, search: string): boolean {
  const text = `${label} ${hint} ${keywords}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

interface Props {
  onAdd: (type: BlockType) => void;
  onClose: () => void;
  /** Moves the focus once the palette is closed. */
  focusAfter: () => void;
}

/** The types of blocks with a search. Enter in the search adds the first match. */
export function BlockPalette({ onAdd, onClose, focusAfter }: Props) {
  const [search, setSearch] = useState('');
  const found = BLOCK_TYPES.filter((type) => matches(type, search.trim()));
  return (
    <Dialog open onClose={onClose} title="Add a block" width={640} focusAfter={focusAfter}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (found[0]) onAdd(found[0]);
        }}
      >
        <Input
          type="search"
          aria-label="Search blocks"
          placeholder="Search blocks"
          autoComplete="off"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </form>
      <ul className="bio-palette" aria-label="Types of blocks">
        {found.map((type) => (
          <li key={type.type}>
            <button type="button" onClick={() => onAdd(type)}>
              <BlockIcon name={type.icon} />
              <span>
                <b>{type.label}</b>
                <small>{type.hint}</small>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && (
        <p className="ui-muted" role="status">
          No matching blocks.
        </p>
      )}
    </Dialog>
  );
}

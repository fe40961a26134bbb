import type { ReactNode } from 'react';
import { Button } from '@/shared/ui/button';
import { Icon } from '@/shared/ui/icon';

interface Props {
  /** Accessible name of the list, such as "Profiles". */
  label: string;
  count: number;
  max: number;
  addLabel: string;
  onAdd: () => void;
  onRemove: (index: number) => void;
  onMove: (from: number, to: number) => void;
  /** "profile 2", for the names of the buttons. */
  nameOf: (index: number) => string;
  children: (index: number) => ReactNode;
}

/** The entries of a block as a list: they can be added, removed and moved. */
export function ItemList(props: Props) {
  const { label, count, max, addLabel, onAdd, onRemove, onMove, nameOf, children } = props;
  return (
    <div className="bio-items">
      <ol aria-label={label}>
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the form has the entries by index.
          <li key={index} className="bio-item">
            <div className="min-w-0 flex-1">{children(index)}</div>
            <div className="bio-item-actions">
              <Button
                icon
                tone="quiet"
                size="sm"
                aria-label={`Move ${nameOf(index)} up`}
                disabled={index === 0}
                onClick={() => onMove(index, index - 1)}
              >
                <Icon name="up" />
              </Button>
              <Button
                icon
                tone="quiet"
                size="sm"
                aria-label={`Remove ${nameOf(index)}`}
                disabled={count === 1}
                onClick={() => onRemove(index)}
              >
                <Icon name="trash" />
              </Button>
            </div>
          </li>
        ))}
      </ol>
      {count < max && (
        <Button size="sm" onClick={onAdd}>
          <Icon name="plus" />
          {addLabel}
        </Button>
      )}
    </div>
  );
}

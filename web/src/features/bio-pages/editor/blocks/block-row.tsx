import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import clsx from 'clsx';
import { memo } from 'react';
import type { Block } from '@/entities/bio-page/bio-page.types';
import { Icon } from '@/shared/ui/icon';
import { blockName } from '../block-types';
import { BlockCard } from './block-card';

interface Props {
  block: Block;
  parentId: string | null;
  /** Shown as a child of a group. While dragged, this is where the block would go. */
  nested: boolean;
  open: boolean;
  /** Why the block is not published. */
  problem: string | undefined;
  clicks: number;
  onToggle: (id: string) => void;
}

/** A sortable row: the handle, and the block with its form. */
export const BlockRow = memo(function BlockRow({ nested, ...card }: Props) {
  const { block } = card;
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: block.id,
  });
  return (
    <li
      ref={setNodeRef}
      className={clsx('bio-block', nested && 'bio-nested', isDragging && 'bio-dragged')}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <button
        type="button"
        ref={setActivatorNodeRef}
        className="bio-grip"
        {...attributes}
        {...listeners}
        aria-label={`Move ${blockName(block)}`}
      >
        <Icon name="grip" />
      </button>
      <BlockCard {...card} />
    </li>
  );
});

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
  /** What the block lacks to be published. */
  problem: string | undefined;
  clicks: number;
  onToggle: (id: string) => void;
}

/** Rows have no observers of their size: all are measured when a drag starts, and the open form is closed then. */
const FIXED_SIZE = { disabled: true };

/** A sortable row: the handle, and the block with its form. */
export const BlockRow = memo(function BlockRow(props: Props) {
  const { block } = props;
  // Every change of the drag's state renders this, but changes what few rows show.
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: block.id,
    resizeObserverConfig: FIXED_SIZE,
  });
  return (
    <Row
      {...props}
      setNodeRef={setNodeRef}
      setActivatorNodeRef={setActivatorNodeRef}
      attributes={attributes}
      listeners={listeners}
      transform={CSS.Translate.toString(transform)}
      transition={transition}
      isDragging={isDragging}
    />
  );
});

interface RowProps
  extends Props,
    Pick<
      ReturnType<typeof useSortable>,
      'setNodeRef' | 'setActivatorNodeRef' | 'attributes' | 'listeners' | 'transition' | 'isDragging'
    > {
  transform: string | undefined;
}

/** What the row shows. */
const Row = memo(function Row({
  nested,
  setNodeRef,
  setActivatorNodeRef,
  attributes,
  listeners,
  transform,
  transition,
  isDragging,
  ...card
}: RowProps) {
  return (
    <li
      ref={setNodeRef}
      className={clsx('bio-block', nested && 'bio-nested', isDragging && 'bio-dragged')}
      style={{ transform, transition }}
    >
      <button
        type="button"
        ref={setActivatorNodeRef}
        className="bio-grip"
        {...attributes}
        {...listeners}
        aria-label={`Move ${blockName(card.block)}`}
      >
        <Icon name="grip" />
      </button>
      <BlockCard {...card} />
    </li>
  );
});

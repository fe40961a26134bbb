import {
  type Announcements,
  type DragEndEvent,
  type DragMoveEvent,
  type DragOverEvent,
  type DragStartEvent,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { sortableKeyboardCoordinates } from '@dnd-kit/sortable';
import { useMemo, useRef, useState } from 'react';
import type { Block } from '@/entities/bio-page/bio-page.types';
import { dropPosition, findBlock, flatten, INDENT, isGroup, type Position, type Row } from '../model/block-tree';

interface Drag {
  id: string;
  overId: string;
  offsetX: number;
}

// Options and items that change on each render make every row render again.
const MOUSE = { activationConstraint: { distance: 4 } };
const TOUCH = { activationConstraint: { delay: 150, tolerance: 6 } };

/** Up and down move to the next row; left and right leave and enter the group above. */
const coordinates: KeyboardCoordinateGetter = (event, args) => {
  const { x, y } = args.currentCoordinates;
  if (event.code === 'ArrowRight' || event.code === 'ArrowLeft') {
    event.preventDefault();
    return { x: x + (event.code === 'ArrowRight' ? INDENT : -INDENT), y };
  }
  return sortableKeyboardCoordinates(event, args);
};

const KEYBOARD = { coordinateGetter: coordinates };

/** The rows while a block is dragged: a dragged group moves with its children, which are hidden. */
function rowsDuring(rows: readonly Row[], id: string | undefined): readonly Row[] {
  return id === undefined ? rows : rows.filter(({ parentId }) => parentId !== id);
}

/**
 * Returns the ids of the rows in their order. Sorting uses them during a drag only, and every row renders when the array
 * changes. Between drags it is therefore the same array, also after a change of the order such as an undo.
 */
function useSortedIds(rows: readonly Row[], dragged: string | undefined): string[] {
  const order = rows.map(({ block }) => block.id).join(' ');
  const orderDuringDrag = dragged === undefined ? null : order;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the order between drags changes nothing.
  return useMemo(() => (order === '' ? [] : order.split(' ')), [dragged, orderDuringDrag]);
}

interface Options {
  blocks: readonly Block[];
  nameOf: (block: Block) => string;
  onStart: () => void;
  onMove: (id: string, to: Position) => void;
}

/** The state and the event handlers of sorting blocks by mouse, touch and keyboard, with announcements. */
export function useBlockSorting({ blocks, nameOf, onStart, onMove }: Options) {
  const [drag, setDrag] = useState<Drag | null>(null);
  // Announcements are requested before the state above has changed.
  const offset = useRef({ x: 0, announced: 0, moved: false });
  const all = useMemo(() => flatten(blocks), [blocks]);
  const rows = useMemo(() => rowsDuring(all, drag?.id), [all, drag?.id]);
  const ids = useSortedIds(rows, drag?.id);
  const target = drag && dropPosition(rows, drag.id, drag.overId, drag.offsetX);
  const sensors = useSensors(
    useSensor(MouseSensor, MOUSE),
    useSensor(TouchSensor, TOUCH),
    useSensor(KeyboardSensor, KEYBOARD),
  );

  const nameById = (id: UniqueIdentifier) => {
    const block = findBlock(blocks, String(id));
    return block ? nameOf(block) : 'Block';
  };

  function placeText(id: UniqueIdentifier, overId: UniqueIdentifier | undefined, offsetX: number): string {
    const during = rowsDuring(all, String(id));
    const to = dropPosition(during, String(id), String(overId ?? id), offsetX);
    if (!to) return 'at its place';
    const group = to.parentId === null ? undefined : findBlock(blocks, to.parentId);
    const siblings = isGroup(group) ? group.blocks : blocks;
    const count = siblings.some((block) => block.id === id) ? siblings.length : siblings.length + 1;
    return `at position ${to.index + 1} of ${count}${group ? ` in ${nameOf(group)}` : ''}`;
  }

  const announcements: Announcements = {
    onDragStart: ({ active }) => `Picked up ${nameById(active.id)}, ${placeText(active.id, active.id, 0)}.`,
    onDragOver: ({ active, over }) => {
      // The first event follows the start, and its announcement would replace that of the start.
      if (!offset.current.moved && over?.id === active.id) return undefined;
      offset.current.moved = true;
      return `${nameById(active.id)} is ${placeText(active.id, over?.id, offset.current.x)}.`;
    },
    onDragMove: ({ active, over }) => {
      const { x, announced } = offset.current;
      if (x === announced) return undefined;
      offset.current.announced = x;
      return `${nameById(active.id)} is ${placeText(active.id, over?.id, x)}.`;
    },
    onDragEnd: ({ active, over }) =>
      `Dropped ${nameById(active.id)} ${placeText(active.id, over?.id, offset.current.x)}.`,
    onDragCancel: ({ active }) => `Cancelled. ${nameById(active.id)} is back in its place.`,
  };

  return {
    rows,
    /** The ids of the rows. Outside of drags, those of the last drag. */
    ids,
    /** The id of the dragged block. */
    activeId: drag?.id,
    /** Where the dragged block would be dropped. */
    target,
    context: {
      sensors,
      accessibility: { announcements, screenReaderInstructions: INSTRUCTIONS },
      onDragStart: ({ active }: DragStartEvent) => {
        onStart();
        offset.current = { x: 0, announced: 0, moved: false };
        setDrag({ id: String(active.id), overId: String(active.id), offsetX: 0 });
      },
      onDragMove: ({ delta }: DragMoveEvent) => {
        // Only whole steps matter: fewer renders.
        const offsetX = Math.round(delta.x / INDENT) * INDENT;
        offset.current.x = offsetX;
        setDrag((was) => (was?.offsetX === offsetX ? was : was && { ...was, offsetX }));
      },
      onDragOver: ({ over }: DragOverEvent) => setDrag((was) => was && over && { ...was, overId: String(over.id) }),
      onDragEnd: ({ active, over }: DragEndEvent) => {
        const to = over && drag && dropPosition(rows, String(active.id), String(over.id), drag.offsetX);
        setDrag(null);
        if (to) onMove(String(active.id), to);
      },
      onDragCancel: () => setDrag(null),
    },
  };
}

const INSTRUCTIONS = {
  draggable:
    'To move a block, press Space or Enter. While moving, use the up and down arrow keys to change its place, and right and left to move it into or out of the group above. Press Space or Enter again to drop it, or Escape to cancel.',
};

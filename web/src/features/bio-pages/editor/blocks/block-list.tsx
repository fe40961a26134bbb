import { closestCenter, DndContext, MeasuringStrategy } from '@dnd-kit/core';
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { useEventCallback } from '@/shared/hooks/use-event-callback';
import { blockName } from '../block-types';
import { useDraft, useEditorActions, useEditorState } from '../editor-context';
import { moveBlock } from '../model/block-tree';
import { BlockRow } from './block-row';
import { useBlockSorting } from './use-block-sorting';

const MEASURING = { droppable: { strategy: MeasuringStrategy.Always } };

interface Props {
  /** The id of the block whose form is open. */
  openId: string | null;
  onOpen: (id: string | null) => void;
}

/** The blocks of the page as sortable rows; the children of a group are below it, indented. */
export function BlockList({ openId, onOpen }: Props) {
  const { blocks } = useDraft();
  const { problems } = useEditorState();
  const { changeBlocks } = useEditorActions();
  const { rows, ids, activeId, target, context } = useBlockSorting({
    blocks,
    nameOf: blockName,
    onStart: () => onOpen(null),
    onMove: (id, to) => changeBlocks((all) => moveBlock(all, id, to)),
  });
  const toggle = useEventCallback((id: string) => onOpen(openId === id ? null : id));
  return (
    <DndContext {...context} collisionDetection={closestCenter} measuring={MEASURING}>
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <ol className="bio-blocks" aria-label="Blocks">
          {rows.map(({ block, parentId }) => (
            <BlockRow
              key={block.id}
              block={block}
              nested={block.id === activeId && target ? target.parentId !== null : parentId !== null}
              parentId={parentId}
              open={block.id === openId}
              problem={problems.get(block.id)}
              onToggle={toggle}
            />
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  );
}

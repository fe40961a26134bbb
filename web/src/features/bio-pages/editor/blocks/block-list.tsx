import { closestCenter, DndContext } from '@dnd-kit/core';
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { pageClicks } from '@/entities/bio-page/page-insights.queries';
import { useEventCallback } from '@/shared/hooks/use-event-callback';
import { blockName } from '../block-types';
import { useDraft, useEditorActions, useEditorState } from '../editor-context';
import { moveBlock } from '../model/block-tree';
import { BlockRow } from './block-row';
import { useBlockSorting } from './use-block-sorting';

interface Props {
  /** The id of the block whose form is open. */
  openId: string | null;
  onOpen: (id: string | null) => void;
}

/** The blocks of the page as sortable rows; the children of a group are below it, indented. */
export function BlockList({ openId, onOpen }: Props) {
  const { blocks } = useDraft();
  const { page, problems } = useEditorState();
  const { changeBlocks } = useEditorActions();
  const problemOf = useMemo(() => new Map(problems.map(({ block, message }) => [block?.id, message])), [problems]);
  const { rows, ids, activeId, target, context } = useBlockSorting({
    blocks,
    nameOf: blockName,
    onStart: () => onOpen(null),
    onMove: (id, to) => changeBlocks((all) => moveBlock(all, id, to)),
  });
  const clicks = useClicksOfBlocks(page.id);
  const toggle = useEventCallback((id: string) => onOpen(openId === id ? null : id));
  return (
    <DndContext {...context} collisionDetection={closestCenter}>
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <ol className="bio-blocks" aria-label="Blocks">
          {rows.map(({ block, parentId }) => (
            <BlockRow
              key={block.id}
              block={block}
              nested={block.id === activeId && target ? target.parentId !== null : parentId !== null}
              parentId={parentId}
              open={block.id === openId}
              problem={problemOf.get(block.id)}
              clicks={clicks.get(block.id) ?? 0}
              onToggle={toggle}
            />
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  );
}

const NO_CLICKS: ReadonlyMap<string, number> = new Map();

/** The clicks of each block of all time; none while they are unknown. */
function useClicksOfBlocks(pageId: string): ReadonlyMap<string, number> {
  const { data } = useQuery(pageClicks({ pageId, period: 'all' }));
  return useMemo(
    () => (data?.block ? new Map(data.block.rows.map(({ key, clicks }) => [key, clicks])) : NO_CLICKS),
    [data],
  );
}

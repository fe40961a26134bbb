import type { Block, GroupBlock } from '@/entities/bio-page/bio-page.types';

/** A block as a row of the editor's list. */
export interface Row {
  block: Block;
  /** The id of the group around it; null at the top level. */
  parentId: string | null;
}

/** A position in the tree: among the children of a group, or at the top level. */
export interface Position {
  parentId: string | null;
  index: number;
}

export function isGroup(block: Block | undefined): block is GroupBlock {
  return block?.type === 'group';
}

/** Lists the blocks in the order of the page, each group before its children. */
export function flatten(blocks: readonly Block[]): Row[] {
  return blocks.flatMap((block) => [
    { block, parentId: null },
    ...childrenOf(block).map((child) => ({ block: child, parentId: block.id })),
  ]);
}

export function childrenOf(block: Block): readonly Block[] {
  return isGroup(block) ? block.blocks : [];
}

export function findBlock(blocks: readonly Block[], id: string): Block | undefined {
  return flatten(blocks).find(({ block }) => block.id === id)?.block;
}

/** Returns where a block is; undefined when it is not on the page. */
export function positionOf(blocks: readonly Block[], id: string): Position | undefined {
  const top = blocks.findIndex((block) => block.id === id);
  if (top >= 0) return { parentId: null, index: top };
  for (const group of blocks) {
    const index = childrenOf(group).findIndex((block) => block.id === id);
    if (index >= 0) return { parentId: group.id, index };
  }
  return undefined;
}

/** Replaces the list that a parent holds: the page itself, or a group. */
function withChildren(
  blocks: readonly Block[],
  parentId: string | null,
  change: (children: readonly Block[]) => readonly Block[],
): Block[] {
  if (parentId === null) return [...change(blocks)];
  return blocks.map((block) =>
    block.id === parentId && isGroup(block) ? { ...block, blocks: [...change(block.blocks)] } : block,
  );
}

/** Inserts a block; at the end of the page when the group no longer exists. */
export function insertBlock(blocks: readonly Block[], block: Block, { parentId, index }: Position): Block[] {
  if (parentId !== null && !blocks.some(({ id }) => id === parentId)) return [...blocks, block];
  return withChildren(blocks, parentId, (children) => children.toSpliced(index, 0, block));
}

/** Removes a block; a group with its children. */
export function removeBlock(blocks: readonly Block[], id: string): Block[] {
  const from = positionOf(blocks, id);
  if (!from) return [...blocks];
  return withChildren(blocks, from.parentId, (children) => children.toSpliced(from.index, 1));
}

/** Replaces the block that has the id of `next`. Returns the same list when nothing changes. */
export function replaceBlock(blocks: readonly Block[], next: Block): readonly Block[] {
  const at = positionOf(blocks, next.id);
  if (!at || findBlock(blocks, next.id) === next) return blocks;
  return withChildren(blocks, at.parentId, (children) => children.with(at.index, next));
}

/** Switches blocks off, in groups too. */
export function hideBlocks(blocks: readonly Block[], ids: ReadonlySet<string>): Block[] {
  return blocks.map((block) => {
    const next = ids.has(block.id) ? { ...block, visible: false } : block;
    return isGroup(next) ? { ...next, blocks: hideBlocks(next.blocks, ids) } : next;
  });
}

/** The link that the server created for a block from its address; undefined for other blocks. */
function linkOf(block: Block | undefined): string | undefined {
  return block?.type === 'link' ? block.linkId : undefined;
}

/** Adds the links that the server created for blocks, so that it does not create them again. */
export function withLinks(blocks: readonly Block[], saved: readonly Block[]): readonly Block[] {
  const next = blocks.map((block) => {
    if (isGroup(block)) {
      const children = withLinks(block.blocks, saved);
      return children === block.blocks ? block : { ...block, blocks: [...children] };
    }
    const linkId = block.type === 'link' && block.url && !block.linkId && linkOf(findBlock(saved, block.id));
    return linkId ? { ...block, linkId } : block;
  });
  return next.some((block, index) => block !== blocks[index]) ? next : blocks;
}

/** Moves a block. The index counts the other children of the target. A group stays at the top level. */
export function moveBlock(blocks: readonly Block[], id: string, to: Position): readonly Block[] {
  const block = findBlock(blocks, id);
  const from = positionOf(blocks, id);
  if (!block || !from || (isGroup(block) && to.parentId !== null)) return blocks;
  if (from.parentId === to.parentId && from.index === to.index) return blocks;
  return insertBlock(removeBlock(blocks, id), block, to);
}

/** Inserts a copy with new ids after the block. */
export function duplicateBlock(blocks: readonly Block[], id: string, newId: () => string): readonly Block[] {
  const block = findBlock(blocks, id);
  const at = positionOf(blocks, id);
  if (!block || !at) return blocks;
  return insertBlock(blocks, withNewIds(block, newId), { parentId: at.parentId, index: at.index + 1 });
}

function withNewIds(block: Block, newId: () => string): Block {
  const copy = { ...block, id: newId() };
  return isGroup(copy) ? { ...copy, blocks: copy.blocks.map((child) => withNewIds(child, newId)) } : copy;
}

/** Horizontal distance in px by which a dragged row enters or leaves a group. */
export const INDENT = 28;

/**
 * Returns the position of a row that is dragged over another one. Where the rows around the gap allow both, the
 * horizontal offset decides whether it goes into the group. `rows` are those of the list during the drag: without the
 * children of a dragged group.
 */
export function dropPosition(rows: readonly Row[], activeId: string, overId: string, offsetX: number): Position | null {
  const from = rows.findIndex(({ block }) => block.id === activeId);
  const to = rows.findIndex(({ block }) => block.id === overId);
  const active = rows[from];
  if (!active || to < 0) return null;
  const others = rows.toSpliced(from, 1);
  const before = others.slice(0, to);
  const group = before.findLast(({ parentId }) => parentId === null)?.block;
  const top = { parentId: null, index: before.filter(({ parentId }) => parentId === null).length };
  if (isGroup(active.block) || !isGroup(group)) return top;
  const children = before.filter(({ parentId }) => parentId === group.id).length;
  const inside = { parentId: group.id, index: children };
  if (others[to]?.parentId === group.id) return inside;
  const depth = (active.parentId === null ? 0 : 1) + Math.round(offsetX / INDENT);
  return depth > 0 ? inside : top;
}

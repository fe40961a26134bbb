import type { BioPage, Block } from '@/entities/bio-page/bio-page.types';
import { newBlockId } from '@/entities/bio-page/block-id';

/** Returns a block with a new id; a group also with new ids of its blocks. */
function copyBlock(block: Block): Block {
  const copy = { ...block, id: newBlockId() };
  return copy.type === 'group' ? { ...copy, blocks: copy.blocks.map(copyBlock) } : copy;
}

/** Returns the content of a copy of a page. Its blocks open the same links. */
export function copyOf({ description, theme, ageGate, language, blocks }: BioPage) {
  return { description, theme, ageGate, language, blocks: blocks.map(copyBlock) };
}

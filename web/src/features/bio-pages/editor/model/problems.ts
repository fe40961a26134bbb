import type { Block } from '@/entities/bio-page/bio-page.types';
import { ApiError, type FieldError, messageOf } from '@/shared/api/errors';
import { blockName } from '../block-types';
import { isGroup } from './block-tree';

/** A field of a page that the server does not publish, or does not store. */
export interface Problem {
  /** The block that has the field; undefined for a field of the page. */
  block: Block | undefined;
  message: string;
}

/** Returns the block that a field of the API is in, such as `blocks[2].blocks[0].url`. */
function blockAt(blocks: readonly Block[], field: string): Block | undefined {
  const [, index, rest = ''] = /^blocks\[(\d+)\]\.?(.*)$/.exec(field) ?? [];
  if (index === undefined) return undefined;
  const block = blocks[Number(index)];
  if (!block || !isGroup(block)) return block;
  return blockAt(block.blocks, rest) ?? block;
}

/** The problems of the blocks that the server answered about: one for each block, and one for each field of the page. */
export function problemsOf(blocks: readonly Block[], errors: readonly FieldError[]): Problem[] {
  const seen = new Set<Block>();
  return errors.flatMap(({ field, message }) => {
    const block = blockAt(blocks, field);
    if (block && seen.has(block)) return [];
    if (block) seen.add(block);
    return [{ block, message }];
  });
}

/** Why the server refused a draft, with the block that it refused. */
export function refusalOf(blocks: readonly Block[], error: unknown): string {
  const [problem] = problemsOf(blocks, error instanceof ApiError ? error.errors : []);
  return problem?.block ? `${blockName(problem.block)}: ${problem.message}` : messageOf(error);
}

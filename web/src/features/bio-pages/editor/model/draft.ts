import type { Block, PageDraft } from '@/entities/bio-page/bio-page.types';
import { flatten, isGroup } from './block-tree';

const FIELDS = {
  title: true,
  description: true,
  avatar: true,
  theme: true,
  blocks: true,
  startsAt: true,
  endsAt: true,
  ageGate: true,
} as const satisfies Record<keyof PageDraft, true>;

const NAMES = Object.keys(FIELDS) as (keyof PageDraft)[];

function pick(page: PageDraft, wanted: (field: keyof PageDraft) => boolean): Partial<PageDraft> {
  return Object.fromEntries(NAMES.filter(wanted).map((field) => [field, page[field]]));
}

/** Returns the part of a page that the editor changes. */
export function draftOf(page: PageDraft): PageDraft {
  return pick(page, () => true) as PageDraft;
}

/** Whether two JSON values are equal. */
export function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/** Returns the fields of a draft that differ from the stored page. */
export function changedFields(stored: PageDraft, draft: PageDraft): Partial<PageDraft> {
  return pick(draft, (field) => !isSame(stored[field], draft[field]));
}

/**
 * Returns the draft as the server accepts it: an incomplete block is sent as the server has it, and a new one is left
 * out, so that it does not prevent the other changes from being saved.
 */
export function saveable(draft: PageDraft, stored: PageDraft, isComplete: (block: Block) => boolean): PageDraft {
  const known = new Map(flatten(stored.blocks).map(({ block }) => [block.id, block]));
  const accepted = (block: Block): Block[] => {
    if (!isComplete(block)) {
      const before = known.get(block.id);
      return before ? [before] : [];
    }
    return isGroup(block) ? [{ ...block, blocks: block.blocks.flatMap(accepted) }] : [block];
  };
  return { ...draft, blocks: draft.blocks.flatMap(accepted) };
}

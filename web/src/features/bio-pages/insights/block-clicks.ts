import type { TopRow } from '@/entities/analytics/analytics.types';
import type { Block } from '@/entities/bio-page/bio-page.types';
import { quantileSteps, type Step } from '@/shared/charts/quantiles';

/** The clicks on one block with a link. */
export interface BlockClicks {
  id: string;
  /** Its text, or that of a block that was removed. */
  label: string;
  clicks: number;
  uniques: number;
  /** Of all clicks of the page, 0 to 1. */
  share: number;
  step: Step;
  removed: boolean;
}

/** The blocks with links of a page, those in groups included, in their order. */
function linkBlocks(blocks: readonly Block[]): { id: string; label: string }[] {
  return blocks.flatMap((block) => {
    if (block.type === 'group') return linkBlocks(block.blocks);
    return block.type === 'link' ? [{ id: block.id, label: block.title || block.shortUrl || 'Link' }] : [];
  });
}

/** Joins the blocks of a page with their clicks. Blocks that were removed follow, by their clicks. */
export function blockClicks(blocks: readonly Block[], rows: readonly TopRow[]): BlockClicks[] {
  const counted = new Map(rows.map((row) => [row.key, row]));
  const total = rows.reduce((sum, row) => sum + row.clicks, 0);
  const step = quantileSteps(rows.map((row) => row.clicks));
  const current = linkBlocks(blocks);
  const known = new Set(current.map(({ id }) => id));
  const gone = rows.filter((row) => !known.has(row.key)).map((row) => ({ id: row.key, label: 'Removed block' }));
  return [...current, ...gone].map(({ id, label }, at) => {
    const { clicks = 0, uniques = 0 } = counted.get(id) ?? {};
    const share = total > 0 ? clicks / total : 0;
    return { id, label, clicks, uniques, share, step: step(clicks), removed: at >= current.length };
  });
}

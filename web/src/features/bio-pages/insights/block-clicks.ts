import type { TopRow } from '@/entities/analytics/analytics.types';
import type { Block } from '@/entities/bio-page/bio-page.types';
import { quantileSteps, type Step } from '@/shared/charts/quantiles';

/** The clicks on one block. */
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

interface Clickable {
  id: string;
  label: string;
  /** The block is listed only with clicks: its text may have no links. */
  maybe: boolean;
}

/** What a block that can be clicked is called; null for any other block. */
function clickable(block: Block): Omit<Clickable, 'id'> | null {
  switch (block.type) {
    case 'link':
      return { label: block.title || block.shortUrl || 'Link', maybe: false };
    case 'product':
      return { label: block.title || 'Product', maybe: false };
    case 'image':
      return block.url ? { label: 'Image', maybe: false } : null;
    case 'video':
      return { label: 'Video', maybe: false };
    case 'music':
      return { label: 'Music', maybe: false };
    case 'social':
      return { label: 'Social profiles', maybe: false };
    case 'contact':
      return { label: 'Email and phone', maybe: false };
    case 'vcard':
      return { label: block.name || 'Contact card', maybe: false };
    case 'map':
      return { label: block.query || 'Map', maybe: false };
    case 'text':
      return { label: 'Text', maybe: true };
    case 'html':
      return { label: 'HTML', maybe: true };
    case 'faq':
      return { label: 'FAQ', maybe: true };
    case 'form':
      return { label: block.title || 'Email form', maybe: true };
    default:
      return null;
  }
}

/** The blocks of a page that can be clicked, those in groups included, in their order. */
export function clickableBlocks(blocks: readonly Block[]): Clickable[] {
  return blocks.flatMap((block) => {
    if (block.type === 'group') return clickableBlocks(block.blocks);
    const found = clickable(block);
    return found ? [{ id: block.id, ...found }] : [];
  });
}

/** Joins the blocks of a page with their clicks. Blocks that were removed follow, by their clicks. */
export function blockClicks(blocks: readonly Block[], rows: readonly TopRow[]): BlockClicks[] {
  const counted = new Map(rows.map((row) => [row.key, row]));
  const total = rows.reduce((sum, row) => sum + row.clicks, 0);
  const step = quantileSteps(rows.map((row) => row.clicks));
  const current = clickableBlocks(blocks).filter(({ id, maybe }) => !maybe || counted.has(id));
  const known = new Set(current.map(({ id }) => id));
  const gone = rows.filter((row) => !known.has(row.key)).map((row) => ({ id: row.key, label: 'Removed block' }));
  return [...current, ...gone].map(({ id, label }, at) => {
    const { clicks = 0, uniques = 0 } = counted.get(id) ?? {};
    const share = total > 0 ? clicks / total : 0;
    return { id, label, clicks, uniques, share, step: step(clicks), removed: at >= current.length };
  });
}

import { formatCount } from '@/shared/lib/format';
import type { LinkBase } from './link.types';

type Counted = Pick<LinkBase, 'clickCount' | 'importedClicks'>;

/** The parts of the clicks of an imported link: "1,234 imported, 5 since the import". Undefined without imported clicks. */
export function importedClicksNote({ clickCount, importedClicks }: Counted): string | undefined {
  if (importedClicks === 0) return undefined;
  return `${formatCount(importedClicks)} imported, ${formatCount(clickCount - importedClicks)} since the import`;
}

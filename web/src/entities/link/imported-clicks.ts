import { t } from '@/shared/i18n/t';
import type { LinkBase } from './link.types';

type Counted = Pick<LinkBase, 'clickCount' | 'importedClicks'>;

/** The parts of the clicks of an imported link: "1,234 imported, 5 since the import". Undefined without imported clicks. */
export function importedClicksNote({ clickCount, importedClicks }: Counted): string | undefined {
  if (importedClicks === 0) return undefined;
  return t('{imported} imported, {later} since the import', {
    imported: importedClicks,
    later: clickCount - importedClicks,
  });
}

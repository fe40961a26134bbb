import { readTab, writeTab } from '@/shared/lib/storage';
import type { PageDraft } from './bio-page.types';

interface StoredDraft {
  /** The revision that the draft is based on. */
  revision: number;
  draft: PageDraft;
}

const keyOf = (pageId: string) => `linnet.draft.bio-page.${pageId}`;

/** Stores a draft that the server does not have, for a reload of this tab. With null, the stored draft is removed. */
export function storeDraft(pageId: string, stored: StoredDraft | null): void {
  writeTab(keyOf(pageId), stored && JSON.stringify(stored));
}

/** Returns the stored draft of a page; null without one. */
export function storedDraft(pageId: string): StoredDraft | null {
  try {
    return JSON.parse(readTab(keyOf(pageId)) ?? 'null') as StoredDraft | null;
  } catch {
    return null; // invalid JSON
  }
}

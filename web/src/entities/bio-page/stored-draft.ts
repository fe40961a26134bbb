import { readTab, writeTab } from '@/shared/lib/storage';

interface StoredDraft<Draft> {
  /** The revision that the draft is based on. */
  revision: number;
  draft: Draft;
}

const keyOf = (pageId: string) => `linnet.draft.bio-page.${pageId}`;

/** Stores a draft that the server does not have yet, for this tab. With null, the stored draft is removed. */
export function storeDraft<Draft>(pageId: string, draft: Draft | null, revision: number): void {
  writeTab(keyOf(pageId), draft === null ? null : JSON.stringify({ revision, draft }));
}

/** Returns the stored draft of a page; null without one. */
export function storedDraft<Draft>(pageId: string): StoredDraft<Draft> | null {
  try {
    return JSON.parse(readTab(keyOf(pageId)) ?? 'null') as StoredDraft<Draft> | null;
  } catch {
    return null; // invalid JSON
  }
}

import type { BioPage, PageDraft } from '@/entities/bio-page/bio-page.types';
import { updateBioPage } from '@/entities/bio-page/bio-page-mutations';
import { ApiError } from '@/shared/api/errors';
import { changedFields } from './draft';
import { pageDifferences } from './page-diff';

const isConflict = (error: unknown) => error instanceof ApiError && error.status === 412;

/**
 * Returns a function that sends a draft over a revision: the fields that differ from the stored draft, or all of them
 * while that is unknown. A request whose answer was lost may have been stored, and made a revision of its own: the next
 * draft is sent over that one. `read` returns the page as the server has it.
 */
export function draftSender(pageId: string, read: () => Promise<BioPage>) {
  /** The drafts of the requests since the last answer. */
  let unanswered: PageDraft[] = [];

  async function ownRevision(): Promise<number | undefined> {
    const page = await read();
    const own = unanswered.some((draft) => pageDifferences(draft, page).length === 0);
    return own ? page.revision : undefined;
  }

  async function send(next: PageDraft, stored: PageDraft | undefined, revision: number): Promise<BioPage> {
    try {
      return await updateBioPage(pageId, stored ? changedFields(stored, next) : next, revision);
    } catch (error) {
      const own = isConflict(error) && unanswered.length > 0 ? await ownRevision() : undefined;
      if (own === undefined) throw error;
      return updateBioPage(pageId, next, own);
    }
  }

  return async (next: PageDraft, stored: PageDraft | undefined, revision: number): Promise<BioPage> => {
    try {
      const saved = await send(next, stored, revision);
      unanswered = [];
      return saved;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) unanswered.push(next);
      throw error;
    }
  };
}

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { bioPageDetail, bioPageKeys } from '@/entities/bio-page/bio-page.queries';
import type { BioPage, PageDraft } from '@/entities/bio-page/bio-page.types';
import { storeDraft, storedDraft } from '@/entities/bio-page/stored-draft';
import { TIMING } from '@/shared/config/timing';
import { useAutosave } from '@/shared/hooks/use-autosave';
import { useEventCallback } from '@/shared/hooks/use-event-callback';
import { useHistory } from '@/shared/hooks/use-history';
import { withLinks } from './model/block-tree';
import { draftOf, isSame } from './model/draft';
import { draftSender } from './model/draft-sender';

/** Returns the draft to continue with: the one that this tab could not save, which may be outdated by now, or the server's. */
function restore(page: BioPage): { draft: PageDraft; revision: number } {
  const stored = storedDraft(page.id);
  const draft = draftOf(page);
  return stored && !isSame(stored.draft, draft) ? stored : { draft, revision: page.revision };
}

/** The page as the server last returned it, and the revision that the next change is based on. */
function useStoredPage(initial: BioPage, startRevision: number) {
  const queries = useQueryClient();
  const [page, setPage] = useState(initial);
  const revision = useRef(startRevision);
  const store = useEventCallback((next: BioPage) => {
    revision.current = next.revision;
    setPage(next);
    queries.setQueryData(bioPageKeys.detail(next.id), next);
    void queries.invalidateQueries({ queryKey: bioPageKeys.lists });
  });
  const [send] = useState(() =>
    draftSender(initial.id, () => queries.fetchQuery({ ...bioPageDetail(initial.id), staleTime: 0 })),
  );
  return { page, revision, store, send };
}

/** The draft of a page with its history, which is saved after each pause in editing. */
export function usePageDraft(initial: BioPage) {
  const [start] = useState(() => restore(initial));
  const { value: draft, dispatch, canUndo, canRedo } = useHistory(() => start.draft);
  const { page, revision, store, send } = useStoredPage(initial, start.revision);

  /** Adds to every step what the server added to the draft. */
  function amend(saved: BioPage) {
    const change = (was: PageDraft) => {
      const blocks = withLinks(was.blocks, saved.blocks);
      return blocks === was.blocks ? was : { ...was, blocks: [...blocks] };
    };
    dispatch({ type: 'amend', change });
  }

  const [saver, save] = useAutosave<PageDraft>({
    stored: draftOf(initial),
    isSame,
    delayMs: TIMING.draftSaveMs,
    retryMs: TIMING.draftRetryMs,
    backUp: (unsaved) => storeDraft(initial.id, unsaved && { revision: revision.current, draft: unsaved }),
    save: async (next, stored) => {
      const saved = await send(next, stored, revision.current);
      store(saved);
      amend(saved);
    },
  });
  useEffect(() => saver.change(draft), [draft, saver]);
  return { page, revision, store, draft, dispatch, canUndo, canRedo, saver, save };
}

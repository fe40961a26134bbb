import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { bioPageKeys } from '@/entities/bio-page/bio-page.queries';
import type { BioPage, PageDraft } from '@/entities/bio-page/bio-page.types';
import { updateBioPage } from '@/entities/bio-page/bio-page-mutations';
import { storeDraft, storedDraft } from '@/entities/bio-page/stored-draft';
import { TIMING } from '@/shared/config/timing';
import { useAutosave } from '@/shared/hooks/use-autosave';
import { useEventCallback } from '@/shared/hooks/use-event-callback';
import { ActionsContext, DraftContext, type EditorActions, type EditorState, StateContext } from './editor-context';
import { replaceBlock, withLinks } from './model/block-tree';
import { changedFields, draftOf, isSame } from './model/draft';
import { historyReducer, newHistory } from './model/history';
import { problemsOf } from './model/problems';

/** Returns the draft to continue with: the one that this tab could not save, which may be outdated by now, or the server's. */
function restore(page: BioPage): { draft: PageDraft; revision: number } {
  const stored = storedDraft(page.id);
  const draft = draftOf(page);
  return stored && !isSame(stored.draft, draft) ? stored : { draft, revision: page.revision };
}

/** The draft of a page with its history, saved to the server after each pause in editing. */
export function EditorProvider({ page: initial, children }: { page: BioPage; children: ReactNode }) {
  const queries = useQueryClient();
  const [start] = useState(() => restore(initial));
  const [page, setPage] = useState(initial);
  /** The revision that the next change is based on. */
  const revision = useRef(start.revision);
  const [history, dispatch] = useReducer(historyReducer<PageDraft>, start.draft, newHistory);
  const draft = history.present;

  const store = useEventCallback((next: BioPage) => {
    revision.current = next.revision;
    setPage(next);
    queries.setQueryData(bioPageKeys.detail(next.id), next);
    void queries.invalidateQueries({ queryKey: bioPageKeys.lists });
  });

  const [saver, save] = useAutosave<PageDraft>({
    stored: draftOf(initial),
    isSame,
    delayMs: TIMING.draftSaveMs,
    retryMs: TIMING.draftRetryMs,
    backUp: (unsaved) => storeDraft(initial.id, unsaved && { revision: revision.current, draft: unsaved }),
    save: async (next, stored) => {
      const change = stored ? changedFields(stored, next) : next;
      const saved = await updateBioPage(initial.id, change, revision.current);
      store(saved);
      dispatch({
        type: 'amend',
        change: (was) => {
          const blocks = withLinks(was.blocks, saved.blocks);
          return blocks === was.blocks ? was : { ...was, blocks: [...blocks] };
        },
      });
    },
  });
  useEffect(() => saver.change(draft), [draft, saver]);

  const change = useEventCallback((edit: (was: PageDraft) => PageDraft, key?: string) =>
    dispatch({ type: 'change', change: edit, at: Date.now(), ...(key === undefined ? {} : { key }) }),
  );
  const adopt = useEventCallback((next: BioPage) => {
    store(next);
    saver.reset(draftOf(next));
    dispatch({ type: 'reset', value: draftOf(next) });
  });
  const actions = useMemo<EditorActions>(
    () => ({
      change,
      changeBlocks: (edit) =>
        change((was) => {
          const blocks = edit(was.blocks);
          return blocks === was.blocks ? was : { ...was, blocks: [...blocks] };
        }),
      changeBlock: (block, part) =>
        change((was) => {
          const blocks = replaceBlock(was.blocks, block);
          return blocks === was.blocks ? was : { ...was, blocks: [...blocks] };
        }, part && `${block.id}.${part}`),
      undo: () => dispatch({ type: 'undo' }),
      redo: () => dispatch({ type: 'redo' }),
      flush: () => saver.flush(),
      apply: (request) =>
        saver.run(async () => {
          const next = await request(revision.current);
          store(next);
          return next;
        }),
      discard: () => storeDraft(initial.id, null),
      adopt,
      overwrite: (theirs) => {
        store(theirs);
        return saver.overwrite(draftOf(theirs));
      },
    }),
    [change, adopt, store, saver, initial.id],
  );

  const problems = useMemo(() => problemsOf(page.blocks, page.incomplete), [page]);
  const state = useMemo<EditorState>(
    () => ({
      page,
      problems,
      save,
      canPublish: page.publishedRevision === null || page.unpublishedChanges || save.kind !== 'saved',
      canUndo: history.past.length > 0,
      canRedo: history.future.length > 0,
    }),
    [page, problems, save, history],
  );

  return (
    <ActionsContext value={actions}>
      <DraftContext value={draft}>
        <StateContext value={state}>{children}</StateContext>
      </DraftContext>
    </ActionsContext>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useReducer, useRef, useState, useSyncExternalStore } from 'react';
import { bioPageKeys } from '@/entities/bio-page/bio-page.queries';
import type { BioPage, PageDraft } from '@/entities/bio-page/bio-page.types';
import { updateBioPage } from '@/entities/bio-page/bio-page-mutations';
import { storeDraft, storedDraft } from '@/entities/bio-page/stored-draft';
import { TIMING } from '@/shared/config/timing';
import { useUnloadGuard } from '@/shared/forms/use-unload-guard';
import { useEventCallback } from '@/shared/hooks/use-event-callback';
import { blockProblem } from './block-types';
import { ActionsContext, DraftContext, type EditorActions, type EditorState, StateContext } from './editor-context';
import { flatten, replaceBlock } from './model/block-tree';
import { changedFields, draftOf, isSame, saveable } from './model/draft';
import { DraftSaver } from './model/draft-saver';
import { historyReducer, newHistory } from './model/history';

/** The draft of a page with its history, saved to the server after each pause in editing. */
export function EditorProvider({ page: initial, children }: { page: BioPage; children: ReactNode }) {
  const queries = useQueryClient();
  const [page, setPage] = useState(initial);
  const latestPage = useRef(initial);
  const [history, dispatch] = useReducer(historyReducer<PageDraft>, initial, (loaded) => {
    const stored = storedDraft<PageDraft>(loaded.id);
    return newHistory(stored ? stored.draft : draftOf(loaded));
  });
  const draft = history.present;

  function store(next: BioPage) {
    latestPage.current = next;
    setPage(next);
    queries.setQueryData(bioPageKeys.detail(next.id), next);
    void queries.invalidateQueries({ queryKey: bioPageKeys.lists });
  }

  const [saver] = useState(
    () =>
      new DraftSaver<PageDraft>({
        // A stored draft is based on the revision that it was stored with: it may be outdated by now.
        revision: storedDraft(initial.id)?.revision ?? initial.revision,
        delayMs: TIMING.draftSaveMs,
        retryMs: TIMING.draftRetryMs,
        backUp: (unsaved, revision) => storeDraft(initial.id, unsaved, revision),
        save: async (next, revision) => {
          const before = latestPage.current;
          const change = changedFields(
            before,
            saveable(next, before, (block) => blockProblem(block) === null),
          );
          if (Object.keys(change).length === 0) return revision;
          const saved = await updateBioPage(initial.id, change, revision);
          store(saved);
          return saved.revision;
        },
      }),
  );
  const save = useSyncExternalStore(saver.subscribe, saver.getState);

  useEffect(() => {
    if (!isSame(draft, draftOf(latestPage.current))) saver.change(draft);
  }, [draft, saver]);

  useEffect(() => {
    const retry = () => void saver.flush();
    addEventListener('online', retry);
    return () => {
      removeEventListener('online', retry);
      void saver.flush();
      saver.dispose();
    };
  }, [saver]);
  useUnloadGuard(save.kind !== 'saved');

  const change = useEventCallback((edit: (was: PageDraft) => PageDraft, key?: string) =>
    dispatch({ type: 'change', change: edit, at: Date.now(), ...(key === undefined ? {} : { key }) }),
  );
  const adopt = useEventCallback((next: BioPage) => {
    store(next);
    saver.reset(next.revision);
    dispatch({ type: 'reset', value: draftOf(next) });
  });
  const storePage = useEventCallback((next: BioPage) => {
    store(next);
    saver.rebase(next.revision);
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
      flush: async () => ((await saver.flush()) ? saver.revision : null),
      adopt,
      store: storePage,
      overwrite: (theirs) => {
        storePage(theirs);
        return saver.overwrite();
      },
    }),
    [change, adopt, storePage, saver],
  );

  const state = useMemo<EditorState>(() => {
    const problems = new Map<string, string>();
    for (const { block } of flatten(draft.blocks)) {
      const problem = blockProblem(block);
      if (problem) problems.set(block.id, problem);
    }
    return {
      page,
      saveable: saveable(draft, page, (block) => !problems.has(block.id)),
      problems,
      save,
      canUndo: history.past.length > 0,
      canRedo: history.future.length > 0,
    };
  }, [draft, page, save, history]);

  return (
    <ActionsContext value={actions}>
      <DraftContext value={draft}>
        <StateContext value={state}>{children}</StateContext>
      </DraftContext>
    </ActionsContext>
  );
}

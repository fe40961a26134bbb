import { type ReactNode, useMemo } from 'react';
import type { BioPage } from '@/entities/bio-page/bio-page.types';
import { ActionsContext, DraftContext, type EditorActions, type EditorState, StateContext } from './editor-context';
import { replaceBlock } from './model/block-tree';
import { draftOf } from './model/draft';
import { problemsOf } from './model/problems';
import { usePageDraft } from './use-page-draft';

type PageDraftState = ReturnType<typeof usePageDraft>;

/** The changes of the draft, for rows that render only when their block changes: the functions never change. */
function useActions({ revision, store, dispatch, saver }: PageDraftState): EditorActions {
  return useMemo(() => {
    const change: EditorActions['change'] = (edit, key) =>
      dispatch({ type: 'change', change: edit, at: Date.now(), ...(key === undefined ? {} : { key }) });
    const changeBlocks: EditorActions['changeBlocks'] = (edit, key) =>
      change((was) => {
        const blocks = edit(was.blocks);
        return blocks === was.blocks ? was : { ...was, blocks: [...blocks] };
      }, key);
    return {
      change,
      changeBlocks,
      changeBlock: (block, part) =>
        changeBlocks((blocks) => replaceBlock(blocks, block), part && `${block.id}.${part}`),
      undo: () => dispatch({ type: 'undo' }),
      redo: () => dispatch({ type: 'redo' }),
      flush: () => saver.flush(),
      apply: (request) =>
        saver.run(async () => {
          const next = await request(revision.current);
          store(next);
          return next;
        }),
      adopt: (next) => {
        store(next);
        saver.reset(draftOf(next));
        dispatch({ type: 'reset', value: draftOf(next) });
      },
      overwrite: (theirs) => {
        store(theirs);
        return saver.overwrite(draftOf(theirs));
      },
    };
  }, [revision, store, dispatch, saver]);
}

/** The draft of a page with its history, saved to the server after each pause in editing. */
export function EditorProvider({ page: initial, children }: { page: BioPage; children: ReactNode }) {
  const current = usePageDraft(initial);
  const actions = useActions(current);
  const { page, draft, canUndo, canRedo, save } = current;
  const problems = useMemo(() => problemsOf(page.blocks, page.incomplete), [page]);
  const state = useMemo<EditorState>(
    () => ({
      page,
      problems,
      save,
      canPublish: page.publishedRevision === null || page.unpublishedChanges || save.kind !== 'saved',
      canUndo,
      canRedo,
    }),
    [page, problems, save, canUndo, canRedo],
  );
  return (
    <ActionsContext value={actions}>
      <DraftContext value={draft}>
        <StateContext value={state}>{children}</StateContext>
      </DraftContext>
    </ActionsContext>
  );
}

import { createContext, useContext } from 'react';
import type { BioPage, Block, PageDraft } from '@/entities/bio-page/bio-page.types';
import type { SaveState } from '@/shared/lib/autosave';
import type { Problem } from './model/problems';

/** Changes of the draft. The functions never change, so that rows that use only them do not re-render. */
export interface EditorActions {
  /** Changes with the same key form one step of the history while they follow each other quickly. */
  change: (change: (draft: PageDraft) => PageDraft, key?: string) => void;
  changeBlocks: (change: (blocks: readonly Block[]) => readonly Block[], key?: string) => void;
  /** Replaces the block with the same id. `part` is the edited field, whose changes form one step. */
  changeBlock: (block: Block, part?: string) => void;
  undo: () => void;
  redo: () => void;
  /** Saves pending changes now. Returns whether the server has the draft. */
  flush: () => Promise<boolean>;
  /**
   * Changes the page beside its draft, such as its publication. The request starts once the server has the draft, with
   * that revision. Rejects when the draft cannot be saved.
   */
  apply: (request: (revision: number) => Promise<BioPage>) => Promise<BioPage>;
  /** Continues with a page of the server: its draft replaces that of the editor, and unsaved changes are dropped. */
  adopt: (page: BioPage) => void;
  /** Ends a conflict: saves the draft over the page of the server. */
  overwrite: (theirs: BioPage) => Promise<boolean>;
}

export interface EditorState {
  /** The page as the server last returned it. */
  page: BioPage;
  /** What the stored draft lacks to be published. */
  problems: readonly Problem[];
  save: SaveState;
  /** Whether visitors do not see the draft. */
  canPublish: boolean;
  canUndo: boolean;
  canRedo: boolean;
}

export const ActionsContext = createContext<EditorActions | null>(null);
export const DraftContext = createContext<PageDraft | null>(null);
export const StateContext = createContext<EditorState | null>(null);

function required<T>(value: T | null): T {
  if (value === null) throw new Error('This component works only inside EditorProvider.');
  return value;
}

export const useEditorActions = () => required(useContext(ActionsContext));
export const useDraft = () => required(useContext(DraftContext));
export const useEditorState = () => required(useContext(StateContext));

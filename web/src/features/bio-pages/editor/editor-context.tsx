import { createContext, useContext } from 'react';
import type { BioPage, Block, PageDraft } from '@/entities/bio-page/bio-page.types';
import type { SaveState } from './model/draft-saver';

/** Changes of the draft. The functions never change, so that rows that use only them do not re-render. */
export interface EditorActions {
  /** Changes with the same key form one step of the history while they follow each other quickly. */
  change: (change: (draft: PageDraft) => PageDraft, key?: string) => void;
  changeBlocks: (change: (blocks: readonly Block[]) => readonly Block[]) => void;
  /** Replaces the block with the same id. `part` is the edited field, whose changes form one step. */
  changeBlock: (block: Block, part?: string) => void;
  undo: () => void;
  redo: () => void;
  /** Saves pending changes. Returns the revision of the draft, or null when it could not be saved. */
  flush: () => Promise<number | null>;
  /** Continues with a page of the server: its draft replaces that of the editor. */
  adopt: (page: BioPage) => void;
  /** Stores a change of the page that is not part of the draft, such as its publication. */
  store: (page: BioPage) => void;
  /** Ends a conflict: saves the draft over the page of the server. */
  overwrite: (theirs: BioPage) => Promise<boolean>;
}

export interface EditorState {
  /** The page as the server last returned it. */
  page: BioPage;
  /** The draft that the server has, or gets next: without incomplete blocks. */
  saveable: PageDraft;
  /** Why a block is incomplete, by its id. */
  problems: ReadonlyMap<string, string>;
  save: SaveState;
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

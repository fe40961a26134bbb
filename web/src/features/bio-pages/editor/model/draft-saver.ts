import { ApiError, isUnanswered } from '@/shared/api/errors';

/** The state of a draft on the server. */
export type SaveState =
  | { kind: 'saved'; at: number }
  | { kind: 'pending' }
  | { kind: 'saving' }
  /** The server is unreachable; the draft is saved when the connection returns. */
  | { kind: 'offline' }
  | { kind: 'failed'; error: unknown }
  /** The page was changed elsewhere: the user chooses between the two versions. */
  | { kind: 'conflict' };

interface Options<Draft> {
  /** The revision that the draft is based on. */
  revision: number;
  /** Saves a draft over a revision and returns the new revision. Rejects with status 412 when it is not the current one. */
  save: (draft: Draft, revision: number) => Promise<number>;
  /** Time from the last change to the request, in ms. */
  delayMs: number;
  /** Time until an unanswered request is repeated, in ms. */
  retryMs: number;
  /** Stores the draft in the browser until the server has it; called with null when it has. */
  backUp?: (draft: Draft | null, revision: number) => void;
  now?: () => number;
}

/**
 * Saves the latest draft after each pause in editing, one request at a time. A draft over an outdated revision is never
 * saved unless the user says so with `overwrite`.
 */
export class DraftSaver<Draft> {
  readonly #options: Options<Draft>;
  readonly #now: () => number;
  readonly #listeners = new Set<() => void>();
  #state: SaveState;
  #revision: number;
  #draft: Draft | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #request: Promise<void> | undefined;
  #disposed = false;

  constructor(options: Options<Draft>) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#revision = options.revision;
    this.#state = { kind: 'saved', at: this.#now() };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getState = (): SaveState => this.#state;

  get revision(): number {
    return this.#revision;
  }

  /** Schedules a save of the draft. */
  change(draft: Draft): void {
    this.#draft = draft;
    this.#options.backUp?.(draft, this.#revision);
    if (this.#state.kind === 'conflict') return;
    if (!this.#request && this.#state.kind !== 'pending') this.#set({ kind: 'pending' });
    this.#schedule(this.#options.delayMs);
  }

  /** Saves a pending draft now. Returns whether the server has the latest draft. */
  async flush(): Promise<boolean> {
    clearTimeout(this.#timer);
    while (this.#request || (this.#draft !== undefined && this.#state.kind !== 'conflict')) {
      await (this.#request ?? this.#send());
      if (this.#state.kind === 'failed' || this.#state.kind === 'offline') break;
    }
    return this.#draft === undefined;
  }

  /** Continues from a revision that a change beside the draft made. A pending draft is saved over it. */
  rebase(revision: number): void {
    this.#revision = revision;
  }

  /** Ends a conflict after `rebase` to the server's revision: the user's draft is saved over it. */
  overwrite(): Promise<boolean> {
    if (this.#state.kind === 'conflict') this.#set({ kind: 'pending' });
    return this.flush();
  }

  /** Continues from another revision and drops an unsaved draft. */
  reset(revision: number): void {
    clearTimeout(this.#timer);
    this.#draft = undefined;
    this.#revision = revision;
    this.#options.backUp?.(null, revision);
    this.#set({ kind: 'saved', at: this.#now() });
  }

  /** Nothing is saved from now on. A running request goes on, and is not repeated. */
  dispose(): void {
    this.#disposed = true;
    clearTimeout(this.#timer);
  }

  #set(state: SaveState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }

  #schedule(ms: number): void {
    clearTimeout(this.#timer);
    if (this.#disposed) return;
    this.#timer = setTimeout(() => void this.#send(), ms);
  }

  #send(): Promise<void> {
    this.#request ??= this.#saveLatest().finally(() => {
      this.#request = undefined;
    });
    return this.#request;
  }

  async #saveLatest(): Promise<void> {
    const draft = this.#draft;
    if (draft === undefined || this.#state.kind === 'conflict') return;
    clearTimeout(this.#timer);
    this.#set({ kind: 'saving' });
    try {
      this.#revision = await this.#options.save(draft, this.#revision);
    } catch (error) {
      return this.#fail(error);
    }
    if (this.#draft === draft) {
      this.#draft = undefined;
      this.#options.backUp?.(null, this.#revision);
      this.#set({ kind: 'saved', at: this.#now() });
      return;
    }
    this.#options.backUp?.(this.#draft as Draft, this.#revision);
    this.#set({ kind: 'pending' });
    this.#schedule(this.#options.delayMs);
  }

  #fail(error: unknown): void {
    if (error instanceof ApiError && error.status === 412) {
      this.#set({ kind: 'conflict' });
      return;
    }
    const passing = isUnanswered(error) || (error instanceof ApiError && (error.status >= 500 || error.status === 429));
    this.#set(isUnanswered(error) ? { kind: 'offline' } : { kind: 'failed', error });
    if (passing) this.#schedule(this.#options.retryMs);
  }
}

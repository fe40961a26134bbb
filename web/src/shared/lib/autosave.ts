import { t } from '@/shared/i18n/t';
import { ApiError, isUnanswered } from '../api/errors';
import { createStore, type Store, type WritableStore } from './store';

/** Whether the server has the latest value. */
export type SaveState =
  | { kind: 'saved'; at: number }
  | { kind: 'pending' }
  | { kind: 'saving' }
  /** The server is unreachable; the value is sent again when the connection returns. */
  | { kind: 'offline' }
  | { kind: 'failed'; error: unknown }
  /** The value was changed elsewhere: the user chooses between the two versions. */
  | { kind: 'conflict' };

export interface AutosaveOptions<Value> {
  /** The value that the server has. */
  stored: Value;
  isSame: (a: Value, b: Value) => boolean;
  /**
   * Sends a value. `stored` is the one that the server has; undefined while that is unknown, because the last request was
   * not answered. Rejects with status 412 when the value was changed elsewhere.
   */
  save: (value: Value, stored: Value | undefined) => Promise<unknown>;
  /** Time from the last change to the request, in ms. */
  delayMs: number;
  /** Time until a request that failed for a passing reason is repeated, in ms. */
  retryMs: number;
  /** Called with each value that the server does not have, and with null when it has the latest one. */
  backUp?: (value: Value | null) => void;
  now?: () => number;
}

/** Rejects a task that needs the latest value on the server, because it could not be stored. */
export class NotSavedError extends Error {
  override readonly name = 'NotSavedError';
  constructor() {
    super(t('The latest changes aren’t saved yet. Try again in a moment.'));
  }
}

/**
 * Sends the latest value to the server after each pause in editing, one request at a time. A value is compared with the
 * one that was last sent: a change that is reverted is not sent, or sent back when the server may have it.
 */
export class Autosave<Value> {
  readonly #options: AutosaveOptions<Value>;
  readonly #now: () => number;
  #latest: Value;
  /** The last sent value that the server confirmed. */
  #stored: Value;
  /** The server may have a value other than #stored: the last request was not answered. */
  #uncertain = false;
  #savedAt: number;
  readonly #state: WritableStore<SaveState>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Time until the next request in ms, once none is running; undefined: none is needed. */
  #due: number | undefined;
  /** The running request or task. It never rejects. */
  #running: Promise<void> | undefined;
  #disposed = false;

  constructor(options: AutosaveOptions<Value>) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#latest = options.stored;
    this.#stored = options.stored;
    this.#savedAt = this.#now();
    this.#state = createStore<SaveState>({ kind: 'saved', at: this.#savedAt });
  }

  get state(): Store<SaveState> {
    return this.#state;
  }

  /** Sets the latest value. It is sent after a pause unless the server has it. */
  change(value: Value): void {
    this.#latest = value;
    this.#backUp();
    if (['conflict', 'saving'].includes(this.#state.get().kind)) return;
    this.#settle();
  }

  /** Sends the latest value now. Returns whether the server has it. */
  async flush(): Promise<boolean> {
    while (this.#running || !this.#isStored()) {
      if (!this.#running && !this.#canSend()) return false;
      await (this.#running ?? this.#send());
      if (!['saved', 'pending'].includes(this.#state.get().kind)) return false;
    }
    return true;
  }

  /**
   * Runs a task that changes the stored value on the server. It starts once the server has the latest value, and nothing
   * is sent until it ends. Rejects with NotSavedError when the value cannot be stored.
   */
  async run<Result>(task: () => Promise<Result>): Promise<Result> {
    do {
      if (!(await this.flush())) throw new NotSavedError();
    } while (this.#running);
    const result = task();
    await this.#track(result);
    return result;
  }

  /** Ends a conflict: the latest value is sent over the one that the server has. */
  overwrite(stored: Value): Promise<boolean> {
    this.#stored = stored;
    this.#uncertain = false;
    this.#settle();
    return this.flush();
  }

  /** Continues with a value of the server and drops an unsaved one. */
  reset(stored: Value): void {
    this.#latest = stored;
    this.#confirm(stored);
    this.#settle();
  }

  /** Sends values again after dispose. */
  resume(): void {
    this.#disposed = false;
    this.#arm();
  }

  /** Nothing is sent from now on. A running request continues, and is not repeated. */
  dispose(): void {
    this.#disposed = true;
    clearTimeout(this.#timer);
  }

  #isStored(): boolean {
    return !this.#uncertain && this.#options.isSame(this.#latest, this.#stored);
  }

  #canSend(): boolean {
    return !this.#disposed && this.#state.get().kind !== 'conflict';
  }

  #set(state: SaveState): void {
    const was = this.#state.get();
    if (state.kind === 'pending' && was.kind === 'pending') return;
    if (state.kind === 'saved' && was.kind === 'saved' && state.at === was.at) return;
    this.#state.set(state);
  }

  #backUp(): void {
    this.#options.backUp?.(this.#isStored() ? null : this.#latest);
  }

  #confirm(stored: Value): void {
    this.#stored = stored;
    this.#uncertain = false;
    this.#savedAt = this.#now();
    this.#backUp();
  }

  /** Shows whether the server has the latest value, and schedules it otherwise. */
  #settle(): void {
    const stored = this.#isStored();
    this.#set(stored ? { kind: 'saved', at: this.#savedAt } : { kind: 'pending' });
    this.#schedule(stored ? undefined : this.#options.delayMs);
  }

  #schedule(ms: number | undefined): void {
    this.#due = ms;
    this.#arm();
  }

  #arm(): void {
    clearTimeout(this.#timer);
    if (this.#due === undefined || this.#disposed || this.#running) return;
    this.#timer = setTimeout(() => void this.#send(), this.#due);
  }

  #track(work: Promise<unknown>): Promise<void> {
    const end = () => {
      this.#running = undefined;
      this.#arm();
    };
    this.#running = work.then(end, end);
    return this.#running;
  }

  #send(): Promise<void> {
    this.#schedule(undefined);
    return this.#running ?? this.#track(this.#sendLatest());
  }

  async #sendLatest(): Promise<void> {
    const sent = this.#latest;
    this.#set({ kind: 'saving' });
    try {
      await this.#options.save(sent, this.#uncertain ? undefined : this.#stored);
    } catch (error) {
      this.#fail(error, sent);
      return;
    }
    this.#confirm(sent);
    this.#settle();
  }

  #fail(error: unknown, sent: Value): void {
    const status = error instanceof ApiError ? error.status : undefined;
    if (status === 412) {
      this.#set({ kind: 'conflict' });
      return;
    }
    const refused = status !== undefined && status < 500;
    if (!refused) this.#uncertain = true;
    // The screen no longer shows the value that was refused.
    if (refused && !this.#options.isSame(this.#latest, sent)) {
      this.#settle();
      return;
    }
    this.#set(isUnanswered(error) ? { kind: 'offline' } : { kind: 'failed', error });
    const passes = isUnanswered(error) || status === 429 || (status !== undefined && status >= 500);
    if (passes) this.#schedule(this.#options.retryMs);
  }
}

import type { Query, QueryClient } from '@tanstack/react-query';
import { includedIn, setIncluded } from '@/shared/api/answer-events';
import type { components } from '@/shared/api/schema';
import { subscribeToStream } from '@/shared/api/shared-stream';
import { TIMING } from '@/shared/config/timing';

/** A click with its number in a run of the server; 0: it has none. */
export type LiveClick = components['schemas']['StreamClick'];
type Start = components['schemas']['StreamStart'];

/** How many clicks are remembered, for answers that come after them. */
const REMEMBERED = 1_000;

const isFollowed = ({ meta, state }: Query) => meta?.liveClicks !== undefined && state.status === 'success';

/**
 * Adds the clicks of the workspace, bots included, to all cached data whose query can count them (meta.liveClicks).
 * Answers say which clicks they include, by number: a later click is added, at most twice a second. What only the server
 * can count is refetched: parts such as unique visitors every TIMING.liveSettleMs while clicks arrive, and after
 * TIMING.liveHurryMs an answer that may or may not include a click, or that is older than the remembered clicks.
 */
export class ClickFollower {
  readonly #queries: QueryClient;
  readonly #ends: (() => void)[];
  /** Empty: clicks have no numbers, because several servers store them. */
  #run = '';
  /** All clicks after this number are in #clicks, in their order. */
  #base = 0;
  #latest = 0;
  #clicks: LiveClick[] = [];
  #arrived: LiveClick[] = [];
  /** What must be refetched. */
  readonly #doubtful = new Set<Query>();
  #changing = false;
  #flushTimer: ReturnType<typeof setTimeout> | undefined;
  #settleTimer: ReturnType<typeof setTimeout> | undefined;
  #settlesAt = 0;
  #settledAt = 0;

  /** @param isPaused whether all figures stand still; `resume` is called afterwards */
  constructor(
    queries: QueryClient,
    private readonly isPaused: () => boolean = () => false,
  ) {
    this.#queries = queries;
    this.#ends = [
      queries.getQueryCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'success' && !event.action.manual) this.#add(event.query);
      }),
      subscribeToStream('start', (start) => this.#start(start)),
      subscribeToStream('click', (click) => this.#receive(click)),
    ];
  }

  stop(): void {
    clearTimeout(this.#flushTimer);
    clearTimeout(this.#settleTimer);
    for (const end of this.#ends) end();
  }

  /** Adds what arrived while the figures stood still. */
  resume(): void {
    if (this.#run) this.#addToAll();
    else this.#doubt(...this.#followed());
  }

  #start({ run, number }: Start): void {
    const isOther = run !== this.#run;
    this.#run = run;
    this.#base = number;
    this.#latest = isOther ? number : Math.max(number, this.#latest);
    this.#clicks = isOther ? [] : this.#clicks.filter((click) => click.number > number);
    this.resume();
  }

  #receive(click: LiveClick): void {
    if (this.#run && click.number <= this.#latest) return; // sent again after the connection was lost
    this.#arrived.push(click);
    this.#flushTimer ??= setTimeout(() => this.#flush(), TIMING.liveFlushMs);
    this.#changing = true;
    this.#settleIn(TIMING.liveSettleMs);
  }

  #flush(): void {
    this.#flushTimer = undefined;
    const arrived = this.#arrived;
    this.#arrived = [];
    for (const query of this.#followed()) {
      if (includedIn(query.state.data)?.run !== this.#run) this.#doubtIfChanged(query, arrived);
    }
    if (!this.#run) return;
    this.#clicks.push(...arrived);
    this.#latest = arrived.at(-1)?.number ?? this.#latest;
    const forgotten = this.#clicks.splice(0, this.#clicks.length - REMEMBERED);
    this.#base = forgotten.at(-1)?.number ?? this.#base;
    this.#addToAll();
  }

  #followed(): Query[] {
    return this.#queries.getQueryCache().findAll({ predicate: isFollowed });
  }

  #addToAll(): void {
    for (const query of this.#followed()) this.#add(query);
  }

  /** Adds the remembered clicks that the data of a query does not include. */
  #add(query: Query): void {
    const { data } = query.state;
    const included = includedIn(data);
    if (this.isPaused() || !isFollowed(query) || included?.run !== this.#run) return;
    if (included.least < this.#base) {
      this.#doubt(query);
      return;
    }
    const { least, most } = included;
    const isDoubtful = this.#doubtIfChanged(
      query,
      this.#clicks.filter(({ number }) => number > least && number <= most),
    );
    const later = this.#clicks.filter(({ number }) => number > most);
    const next = query.meta?.liveClicks?.apply?.(data, later) ?? data;
    setIncluded(next, {
      run: this.#run,
      least: isDoubtful ? least : Math.max(least, this.#latest),
      most: Math.max(most, this.#latest),
    });
    if (next !== data) this.#queries.setQueryData(query.queryKey, next);
  }

  /** Whether clicks would change the data of a query, which may include them already. */
  #doubtIfChanged(query: Query, clicks: readonly LiveClick[]): boolean {
    const { data } = query.state;
    const { apply } = query.meta?.liveClicks ?? {};
    if (clicks.length === 0 || !apply || apply(data, clicks) === data) return false;
    this.#doubt(query);
    return true;
  }

  #doubt(...queries: Query[]): void {
    if (queries.length === 0 || this.isPaused()) return;
    for (const query of queries) this.#doubtful.add(query);
    this.#settleIn(TIMING.liveHurryMs);
  }

  /** Settles after a time, or sooner if that is due, but at most once every TIMING.liveSettleMs. */
  #settleIn(ms: number): void {
    const now = Date.now();
    const due = Math.max(now + ms, this.#settledAt + TIMING.liveSettleMs);
    if (this.#settleTimer && this.#settlesAt <= due) return;
    clearTimeout(this.#settleTimer);
    this.#settlesAt = due;
    this.#settleTimer = setTimeout(() => this.#settle(), due - now);
  }

  /** Refetches what is doubtful and, if clicks arrived, what only the server can count. A failed query has its own retries. */
  #settle(): void {
    this.#settleTimer = undefined;
    this.#settledAt = Date.now();
    const due = (query: Query) =>
      this.#doubtful.has(query) || (this.#changing && !this.isPaused() && query.meta?.liveClicks?.settle === true);
    void this.#queries.invalidateQueries({ predicate: (query) => isFollowed(query) && due(query) });
    this.#doubtful.clear();
    this.#changing = false;
  }
}

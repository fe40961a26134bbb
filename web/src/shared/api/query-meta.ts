import type { QueryClient } from '@tanstack/react-query';
import type { components } from './schema';

type Click = components['schemas']['Click'];

/** A change that a mutation publishes, so that it need not know which screens show the data. */
export type DomainEvent = 'linkChanged' | 'qrCodeChanged';

/** How a query follows the stream of clicks. It is refetched for clicks that the stream did not deliver. */
export interface LiveClicks {
  /** The data including clicks that have just arrived; the same object when none of them counts. */
  apply?(data: unknown, clicks: readonly Click[]): unknown;
  /** Refetch every few seconds while clicks arrive: only the server can compute a part of the data. */
  settle?: boolean;
}

interface QueryMeta extends Record<string, unknown> {
  /** The events after which the data is stale. */
  invalidatedBy?: readonly DomainEvent[];
  liveClicks?: LiveClicks | undefined;
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: QueryMeta;
  }
}

/** Invalidates every query whose meta lists the event. */
export function publishEvent(queries: QueryClient, event: DomainEvent): void {
  void queries.invalidateQueries({ predicate: ({ meta }) => meta?.invalidatedBy?.includes(event) ?? false });
}

import type { components } from '@/shared/api/schema';

/** A shortener whose links can be retrieved, as the API names it. */
export type SourceId = components['schemas']['RetrievalInput']['from'];

export interface Source {
  id: SourceId;
  name: string;
  /** Whether people have servers of their own: some of them, all, or none. */
  servers: 'some' | 'all' | 'none';
  /** Whether it tells when the clicks of a link were. The others tell only how many there are. */
  history: boolean;
}

/** The shorteners, by name. */
export const SOURCES: readonly Source[] = [
  { id: 'bitly', name: 'Bitly', servers: 'none', history: true },
  { id: 'dub', name: 'Dub', servers: 'some', history: true },
  { id: 'kutt', name: 'Kutt', servers: 'some', history: false },
  { id: 'rebrandly', name: 'Rebrandly', servers: 'none', history: false },
  { id: 'shlink', name: 'Shlink', servers: 'all', history: true },
  { id: 'short.io', name: 'Short.io', servers: 'none', history: false },
  { id: 'yourls', name: 'YOURLS', servers: 'all', history: false },
];

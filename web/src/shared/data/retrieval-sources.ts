import type { components } from '@/shared/api/schema';

/** A shortener whose links can be retrieved, as the API names it. */
export type SourceId = components['schemas']['RetrievalInput']['from'];

export interface Source {
  id: SourceId;
  name: string;
  /** Whether people have servers of their own: some of them, all, or none. */
  servers: 'some' | 'all' | 'none';
}

/** The shorteners, by name. */
export const SOURCES: readonly Source[] = [
  { id: 'bitly', name: 'Bitly', servers: 'none' },
  { id: 'dub', name: 'Dub', servers: 'some' },
  { id: 'kutt', name: 'Kutt', servers: 'some' },
  { id: 'rebrandly', name: 'Rebrandly', servers: 'none' },
  { id: 'shlink', name: 'Shlink', servers: 'all' },
  { id: 'short.io', name: 'Short.io', servers: 'none' },
  { id: 'yourls', name: 'YOURLS', servers: 'all' },
];

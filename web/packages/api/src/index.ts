import createClient, { type Client } from 'openapi-fetch';
import type { components, paths } from '../../../src/shared/api/schema.d.ts';
import { LinnetError } from './error.ts';
import { type RetryOptions, retrying } from './retry.ts';

export { LinnetError } from './error.ts';
export type { components, paths };

/** The schemas of the API by their names, such as `Schemas['Link']`. */
export type Schemas = components['schemas'];

export interface LinnetOptions extends RetryOptions {
  /** The public URL of the server, such as https://go.example.com. */
  url: string;
  /** The secret of an API key, `lnt_…`. */
  apiKey: string;
}

/** Calls operations by their method and path, with the types of the API. A response that is not a success throws. */
export type Linnet = Client<paths>;

/**
 * Returns a client of a server. It works in Node, Deno, Bun and browsers.
 *
 * @example
 * const linnet = createLinnet({ url: 'https://go.example.com', apiKey: process.env.LINNET_API_KEY });
 * const link = await data(linnet.POST('/links', { body: { url: 'https://example.com/' } }));
 */
export function createLinnet({ url, apiKey, ...retry }: LinnetOptions): Linnet {
  const client = createClient<paths>({
    baseUrl: `${url.replace(/\/+$/, '')}/api/v1`,
    headers: { Authorization: `Bearer ${apiKey}` },
    fetch: retrying(retry),
  });
  client.use({
    async onResponse({ response }) {
      if (!response.ok) throw await LinnetError.of(response);
    },
  });
  return client;
}

/** Returns the data of a call. */
export async function data<T>(call: Promise<{ data?: T }>): Promise<T> {
  return (await call).data as T; // a response without success throws
}

/** A page of a list of the API. */
interface Page<T> {
  data?: { items: readonly T[] | null; nextCursor?: string | null };
}

/**
 * Iterates over all items of a list, and reads page after page as they are needed.
 *
 * @example
 * for await (const link of all((cursor) => linnet.GET('/links', { params: { query: { limit: 100, cursor } } }))) {
 *   console.log(link.shortUrl);
 * }
 */
export async function* all<T>(read: (cursor: string | undefined) => Promise<Page<T>>): AsyncGenerator<T, void> {
  let cursor: string | undefined;
  do {
    const page = (await read(cursor)).data;
    yield* page?.items ?? [];
    cursor = page?.nextCursor || undefined;
  } while (cursor);
}

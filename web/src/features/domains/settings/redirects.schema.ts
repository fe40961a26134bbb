import * as z from 'zod/mini';
import { withScheme } from '@/entities/link/destination';
import type { DomainForm } from './use-domain-form';

const schema = z.object({
  rootPageId: z.string(),
  rootUrl: z.string(),
  notFoundUrl: z.string(),
  expiredUrl: z.string(),
});

export type RedirectsValues = z.infer<typeof schema>;

const urlOrNull = (text: string) => (text.trim() === '' ? null : withScheme(text));

/** The redirects of visits that no link answers. The server validates the URLs. */
export const redirectsForm: DomainForm<RedirectsValues> = {
  schema,
  toForm: ({ rootPageId, rootUrl, notFoundUrl, expiredUrl }) => ({
    rootPageId: rootPageId ?? '',
    rootUrl: rootUrl ?? '',
    notFoundUrl: notFoundUrl ?? '',
    expiredUrl: expiredUrl ?? '',
  }),
  toChange: ({ rootPageId, rootUrl, notFoundUrl, expiredUrl }) => ({
    rootPageId: rootPageId || null,
    rootUrl: urlOrNull(rootUrl),
    notFoundUrl: urlOrNull(notFoundUrl),
    expiredUrl: urlOrNull(expiredUrl),
  }),
};

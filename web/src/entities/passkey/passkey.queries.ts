import { queryOptions } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';

export const passkeysKey = ['me', 'passkeys'] as const;

/** The user's passkeys, oldest first. */
export const passkeysQuery = queryOptions({
  queryKey: passkeysKey,
  queryFn: ({ signal }) => body(api.GET('/me/passkeys', { signal })),
});

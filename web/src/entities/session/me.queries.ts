import { queryOptions } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';

export const meKeys = { profile: ['me'] as const, sessions: ['me', 'sessions'] as const };

/** The signed-in user as the server knows them. */
export const profileQuery = queryOptions({
  queryKey: meKeys.profile,
  queryFn: ({ signal }) => body(api.GET('/me', { signal })),
});

/** Where the user is signed in. */
export const sessionsQuery = queryOptions({
  queryKey: meKeys.sessions,
  queryFn: ({ signal }) => body(api.GET('/me/sessions', { signal })),
});

import { queryOptions } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';

export const meKeys = { profile: ['me'] as const, sessions: ['me', 'sessions'] as const };

/** The signed-in user's profile. */
export const profileQuery = queryOptions({
  queryKey: meKeys.profile,
  queryFn: ({ signal }) => body(api.GET('/me', { signal })),
});

/** The user's sessions. */
export const sessionsQuery = queryOptions({
  queryKey: meKeys.sessions,
  queryFn: ({ signal }) => body(api.GET('/me/sessions', { signal })),
});

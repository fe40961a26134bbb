import { queryOptions } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';

export const meKeys = {
  profile: ['me'] as const,
  sessions: ['me', 'sessions'] as const,
  identities: ['me', 'identities'] as const,
};

/** The signed-in user's profile. */
export const profileQuery = queryOptions({
  queryKey: meKeys.profile,
  queryFn: ({ signal }) => body(api.GET('/me', { signal })),
});

/** With what the user can confirm their identity. */
export const ownFactorsQuery = queryOptions({
  queryKey: ['me', 'own-factors'],
  queryFn: ({ signal }) => body(api.GET('/me/reauthenticate', { signal })),
});

/** The identities of single sign-on that log in to the account. */
export const identitiesQuery = queryOptions({
  queryKey: meKeys.identities,
  queryFn: ({ signal }) => body(api.GET('/me/identities', { signal })),
});

/** The user's sessions. */
export const sessionsQuery = queryOptions({
  queryKey: meKeys.sessions,
  queryFn: ({ signal }) => body(api.GET('/me/sessions', { signal })),
});

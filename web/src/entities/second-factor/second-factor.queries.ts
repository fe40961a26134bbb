import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';

/** The state of two-factor authentication. */
export const secondFactorsQuery = queryOptions({
  queryKey: ['me', 'second-factors'],
  queryFn: ({ signal }) => body(api.GET('/me/second-factors', { signal })),
});

/** Returns a function that refetches the state after a change, which also ends the user's other sessions. */
export function useRefreshSecondFactors() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ['me'] });
}

/** Starts the setup and returns the key for the authenticator app. */
export const startSetup = () => body(api.POST('/me/second-factors/totp'));

import { queryOptions } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';
import { installFacts } from '@/shared/config/product';

/** What a sign-up needs. `enabled` is false where the install's pages already say that anybody may sign up. */
export function signupStatus() {
  return queryOptions({
    queryKey: ['signup-status'],
    queryFn: ({ signal }) => body(api.GET('/signup-status', { signal })),
    enabled: !installFacts().openSignup,
  });
}

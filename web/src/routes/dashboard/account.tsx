import { createFileRoute } from '@tanstack/react-router';
import { profileQuery, sessionsQuery } from '@/entities/session/me.queries';
import { AccountScreen } from '@/features/account/account-screen';

export const Route = createFileRoute('/dashboard/account')({
  loader: ({ context: { queryClient } }) => {
    // Started here, awaited by the sections: each shows its own state.
    void queryClient.prefetchQuery(profileQuery);
    void queryClient.prefetchQuery(sessionsQuery);
  },
  component: AccountScreen,
});

import { createFileRoute, redirect, useHydrated, useNavigate } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { SignupScreen } from '@/features/auth/signup-screen';
import { sessionStore } from '@/shared/lib/session-store';

export const Route = createFileRoute('/signup')({
  validateSearch: z.object({ plan: z.catch(z.optional(z.string()), undefined) }),
  beforeLoad: () => {
    if (sessionStore.get().status === 'authenticated') throw redirect({ to: '/dashboard', replace: true });
  },
  component: SignupRoute,
});

function SignupRoute() {
  const navigate = useNavigate();
  const { plan } = Route.useSearch();
  // The page was prerendered for no plan in particular.
  const hydrated = useHydrated();
  return (
    <SignupScreen
      plan={hydrated ? plan : undefined}
      onDone={() => void navigate({ to: '/dashboard', replace: true })}
    />
  );
}

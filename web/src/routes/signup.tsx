import { createFileRoute, redirect, type SearchSchemaInput, useHydrated, useNavigate } from '@tanstack/react-router';
import { SignupScreen } from '@/features/auth/signup-screen';
import { hashParam } from '@/shared/lib/hash-params';
import { sessionStore } from '@/shared/lib/session-store';

export const Route = createFileRoute('/signup')({
  // By hand: a schema library here would be loaded with every page.
  validateSearch: ({ plan }: { plan?: string } & SearchSchemaInput): { plan?: string } =>
    typeof plan === 'string' ? { plan } : {},
  beforeLoad: ({ search: { plan } }) => {
    if (sessionStore.get().status !== 'authenticated') return;
    // An account exists already: the plan is requested in the settings.
    if (plan) throw redirect({ to: '/dashboard/settings', search: { plan }, replace: true });
    throw redirect({ to: '/dashboard', replace: true });
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
      code={hydrated ? hashParam('code') : undefined}
      onDone={() => void navigate({ to: '/dashboard', replace: true })}
    />
  );
}

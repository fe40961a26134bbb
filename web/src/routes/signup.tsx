import { createFileRoute, redirect, type SearchSchemaInput, useHydrated, useNavigate } from '@tanstack/react-router';
import { SignupScreen } from '@/features/auth/signup-screen';
import { sessionStore } from '@/shared/lib/session-store';

export const Route = createFileRoute('/signup')({
  // By hand: a schema library here would be loaded with every page.
  validateSearch: ({ plan }: { plan?: string } & SearchSchemaInput): { plan?: string } =>
    typeof plan === 'string' ? { plan } : {},
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

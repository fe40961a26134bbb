import {
  createFileRoute,
  redirect,
  type SearchSchemaInput,
  useHydrated,
  useLocation,
  useRouter,
} from '@tanstack/react-router';
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
    if (plan) throw redirect({ to: '/dashboard/settings/billing', search: { plan }, replace: true });
    throw redirect({ to: '/dashboard', replace: true });
  },
  component: SignupRoute,
});

function SignupRoute() {
  const { history } = useRouter();
  const { plan } = Route.useSearch();
  // The page was prerendered for no plan in particular.
  const hydrated = useHydrated();
  // A link with another code may be opened while the page is shown.
  useLocation({ select: ({ hash }) => hash });
  // The token of an invitation to a workspace, which is also a sign-up code.
  const invite = hashParam('invite');
  return (
    <SignupScreen
      plan={hydrated ? plan : undefined}
      code={hydrated ? hashParam('code') || invite : undefined}
      email={hydrated ? hashParam('email') : undefined}
      onDone={() => history.replace(invite ? `/invite/${encodeURIComponent(invite)}` : '/dashboard')}
    />
  );
}

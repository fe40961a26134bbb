import { createFileRoute, type SearchSchemaInput, useHydrated, useNavigate } from '@tanstack/react-router';
import { ResetPasswordScreen } from '@/features/auth/reset-password-screen';
import { hashParam } from '@/shared/lib/hash-params';

export const Route = createFileRoute('/reset-password')({
  // By hand: a schema library here would be loaded with every page. A token may look like a number; the router would
  // parse it as one.
  validateSearch: ({ token }: { token?: string | number } & SearchSchemaInput) => ({ token: String(token ?? '') }),
  component: ResetPasswordRoute,
});

function ResetPasswordRoute() {
  const navigate = useNavigate();
  const { token } = Route.useSearch();
  // The page was prerendered without knowing the token.
  const hydrated = useHydrated();
  // Emails have it in the fragment, which neither servers nor proxies see; older ones in the query.
  return (
    <ResetPasswordScreen
      token={hydrated ? hashParam('token') || token : null}
      onDone={() => void navigate({ to: '/login' })}
    />
  );
}

import { createFileRoute, type SearchSchemaInput, useHydrated, useNavigate } from '@tanstack/react-router';
import { ResetPasswordScreen } from '@/features/auth/reset-password-screen';

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
  return <ResetPasswordScreen token={hydrated ? token : null} onDone={() => void navigate({ to: '/login' })} />;
}

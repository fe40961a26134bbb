import { createFileRoute, useHydrated, useNavigate } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { ResetPasswordScreen } from '@/features/auth/reset-password-screen';

export const Route = createFileRoute('/reset-password')({
  // A token may look like a number; the router would parse it as one.
  validateSearch: z.object({ token: z.catch(z._default(z.coerce.string(), ''), '') }),
  component: ResetPasswordRoute,
});

function ResetPasswordRoute() {
  const navigate = useNavigate();
  const { token } = Route.useSearch();
  // The page was prerendered without knowing the token.
  const hydrated = useHydrated();
  return <ResetPasswordScreen token={hydrated ? token : null} onDone={() => void navigate({ to: '/login' })} />;
}

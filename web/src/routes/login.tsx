import { createFileRoute, redirect, useLocation, useRouter } from '@tanstack/react-router';
import { LoginScreen } from '@/features/auth/login-screen';
import { safeReturnPath } from '@/shared/lib/return-path';
import { sessionStore } from '@/shared/lib/session-store';

export const Route = createFileRoute('/login')({
  beforeLoad: ({ location }) => {
    if (sessionStore.get().status !== 'authenticated') return;
    throw redirect({ href: safeReturnPath(location.state.from) ?? '/dashboard', replace: true });
  },
  component: LoginRoute,
});

function LoginRoute() {
  const { history } = useRouter();
  const { from, ended } = useLocation().state;
  return <LoginScreen ended={ended} onDone={() => history.replace(safeReturnPath(from) ?? '/dashboard')} />;
}

import { createFileRoute, redirect, useLocation, useRouter } from '@tanstack/react-router';
import { LoginScreen } from '@/features/auth/login-screen';
import { useStore } from '@/shared/hooks/use-store';
import { safeReturnPath } from '@/shared/lib/return-path';
import { sessionStore } from '@/shared/lib/session-store';
import { workspaceOf } from '@/shared/lib/workspace-address';

export const Route = createFileRoute('/login')({
  beforeLoad: ({ location }) => {
    if (sessionStore.get().status !== 'authenticated') return;
    const href = safeReturnPath(location.state.from) ?? '/dashboard';
    // A redirect of the router stays in the workspace of this page, which has none.
    throw redirect({ href, replace: true, reloadDocument: workspaceOf(href) !== undefined });
  },
  component: LoginRoute,
});

function LoginRoute() {
  const { history } = useRouter();
  const { from, ended } = useLocation().state;
  // The markup that a reload starts from was rendered without a session that ended.
  const starting = useStore(sessionStore).status === 'loading';
  return (
    <LoginScreen ended={ended && !starting} onDone={() => history.replace(safeReturnPath(from) ?? '/dashboard')} />
  );
}

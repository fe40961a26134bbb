import { createFileRoute, useRouter } from '@tanstack/react-router';
import { SignOnScreen } from '@/features/auth/sign-on-screen';
import { dashboardAddress } from '@/shared/lib/workspace-address';

export const Route = createFileRoute('/login_/sso')({ component: SignOnRoute });

function SignOnRoute() {
  const { history } = useRouter();
  return <SignOnScreen onDone={(workspaceId) => history.replace(dashboardAddress(workspaceId))} />;
}

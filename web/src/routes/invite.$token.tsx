import { createFileRoute, useRouter } from '@tanstack/react-router';
import { InviteScreen } from '@/features/auth/invite-screen';
import { dashboardAddress } from '@/shared/lib/workspace-address';

export const Route = createFileRoute('/invite/$token')({ component: InviteRoute });

function InviteRoute() {
  const { token } = Route.useParams();
  const { history } = useRouter();
  return <InviteScreen token={token} onAccepted={(workspaceId) => history.replace(dashboardAddress(workspaceId))} />;
}

import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { InviteScreen } from '@/features/auth/invite-screen';

export const Route = createFileRoute('/invite/$token')({ component: InviteRoute });

function InviteRoute() {
  const { token } = Route.useParams();
  const navigate = useNavigate();
  return <InviteScreen token={token} onAccepted={() => void navigate({ to: '/dashboard', replace: true })} />;
}

import { createFileRoute, Outlet, redirect } from '@tanstack/react-router';
import { SessionGuard } from '@/entities/session/session-guard';
import { ReauthenticationHost } from '@/features/account/reauthentication-host';
import { PasteToShorten } from '@/features/links/form/paste-to-shorten';
import { Shell } from '@/features/shell/shell';
import { WorkspaceGate } from '@/features/shell/workspace-gate';
import { sessionStore } from '@/shared/lib/session-store';

export const Route = createFileRoute('/dashboard')({
  beforeLoad: ({ location }) => {
    const session = sessionStore.get();
    if (session.status !== 'unauthenticated') return;
    throw redirect({ to: '/login', state: { from: location.publicHref }, replace: true });
  },
  component: DashboardLayout,
});

function DashboardLayout() {
  return (
    <SessionGuard>
      <Shell>
        <WorkspaceGate>
          <Outlet />
        </WorkspaceGate>
        <PasteToShorten />
        <ReauthenticationHost />
      </Shell>
    </SessionGuard>
  );
}

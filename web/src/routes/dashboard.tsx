import { createFileRoute, Outlet, redirect } from '@tanstack/react-router';
import { SessionGuard } from '@/entities/session/session-guard';
import { usePreferences } from '@/entities/session/use-session';
import { useLostWorkspace } from '@/entities/workspace/use-lost-workspace';
import { ReauthenticationHost } from '@/features/account/reauthentication-host';
import { PasteToShorten } from '@/features/links/form/paste-to-shorten';
import { Shell } from '@/features/shell/shell';
import { sessionStore } from '@/shared/lib/session-store';

export const Route = createFileRoute('/dashboard')({
  beforeLoad: ({ location }) => {
    const session = sessionStore.get();
    if (session.status !== 'unauthenticated') return;
    throw redirect({ to: '/login', state: { from: location.href }, replace: true });
  },
  component: DashboardLayout,
});

function DashboardLayout() {
  // The key resets the screen when the active workspace changes: its queries and forms belong to one workspace.
  const { workspaceId } = usePreferences();
  useLostWorkspace(workspaceId);
  return (
    <SessionGuard>
      <Shell key={workspaceId}>
        <Outlet />
        <PasteToShorten />
        <ReauthenticationHost />
      </Shell>
    </SessionGuard>
  );
}

import { createFileRoute, Outlet, redirect } from '@tanstack/react-router';
import { SessionGuard } from '@/entities/session/session-guard';
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
  return (
    <SessionGuard>
      <Shell>
        <Outlet />
        <PasteToShorten />
      </Shell>
    </SessionGuard>
  );
}

import { createFileRoute, Outlet, redirect } from '@tanstack/react-router';
import { SessionGuard } from '@/entities/session/session-guard';
import { sessionStore } from '@/shared/lib/session-store';

export const Route = createFileRoute('/dashboard')({
  beforeLoad: ({ location }) => {
    if (sessionStore.get().status === 'unauthenticated') {
      throw redirect({ to: '/login', state: { from: location.href } });
    }
  },
  component: DashboardLayout,
});

function DashboardLayout() {
  return (
    <SessionGuard>
      <Outlet />
    </SessionGuard>
  );
}

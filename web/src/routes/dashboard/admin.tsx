import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { AdminScreen } from '@/features/admin/admin-screen';

export const Route = createFileRoute('/dashboard/admin')({
  validateSearch: (raw: { tab?: unknown }): { tab?: string } => (typeof raw.tab === 'string' ? { tab: raw.tab } : {}),
  component: AdminRoute,
});

function AdminRoute() {
  const { tab } = Route.useSearch();
  const navigate = useNavigate({ from: '/dashboard/admin' });
  return <AdminScreen tab={tab} onTab={(next) => void navigate({ search: { tab: next } })} />;
}

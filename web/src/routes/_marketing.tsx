import { createFileRoute, Outlet } from '@tanstack/react-router';
import { PublicLayout } from '@/features/marketing/public-layout';

/** The layout of the public pages: one header, one footer. */
export const Route = createFileRoute('/_marketing')({
  component: () => (
    <PublicLayout>
      <Outlet />
    </PublicLayout>
  ),
});

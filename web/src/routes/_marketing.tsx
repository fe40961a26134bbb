import { createFileRoute, Outlet, useMatches } from '@tanstack/react-router';
import { PublicLayout } from '@/features/marketing/public-layout';

/** The layout of the public pages: one header, one footer. */
export const Route = createFileRoute('/_marketing')({
  component: MarketingLayout,
});

function MarketingLayout() {
  const ownMain = useMatches({ select: (matches) => matches.at(-1)?.staticData.ownMain });
  return (
    <PublicLayout ownMain={ownMain}>
      <Outlet />
    </PublicLayout>
  );
}

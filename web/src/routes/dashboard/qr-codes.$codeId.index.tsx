import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { Skeleton } from '@/shared/ui/skeleton';

// The controls of designs, which the list does not need.
const EditStudio = lazy(() =>
  import('@/features/qr/studio/studio-screen').then((module) => ({ default: module.EditStudio })),
);

export const Route = createFileRoute('/dashboard/qr-codes/$codeId/')({ component: StudioRoute });

function StudioRoute() {
  const { codeId } = Route.useParams();
  return (
    <Suspense fallback={<Skeleton height={320} />}>
      <EditStudio key={codeId} codeId={codeId} />
    </Suspense>
  );
}

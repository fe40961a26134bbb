import { createFileRoute } from '@tanstack/react-router';
import { EditStudio } from '@/features/qr/studio/studio-screen';

// The controls of designs, which the list does not need.

export const Route = createFileRoute('/dashboard/qr-codes/$codeId/')({ component: StudioRoute });

function StudioRoute() {
  const { codeId } = Route.useParams();
  return <EditStudio key={codeId} codeId={codeId} />;
}

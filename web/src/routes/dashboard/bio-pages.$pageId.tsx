import { createFileRoute, type SearchSchemaInput, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { Skeleton } from '@/shared/ui/skeleton';

// Drag and drop and the forms of all blocks, which no other screen needs.
const EditorScreen = lazy(() =>
  import('@/features/bio-pages/editor/editor-screen').then((module) => ({ default: module.EditorScreen })),
);

type Tab = 'blocks' | 'design' | 'settings';

interface EditorSearch {
  /** The blocks when absent. */
  tab?: Exclude<Tab, 'blocks'>;
}

export const Route = createFileRoute('/dashboard/bio-pages/$pageId')({
  // Parsed with the component, which other pages do not load.
  validateSearch: (search: EditorSearch & SearchSchemaInput): EditorSearch => search,
  component: EditorRoute,
});

function EditorRoute() {
  const { pageId } = Route.useParams();
  const { tab } = Route.useSearch();
  const navigate = useNavigate({ from: '/dashboard/bio-pages/$pageId' });
  return (
    <Suspense fallback={<Skeleton height={320} />}>
      <EditorScreen
        key={pageId}
        pageId={pageId}
        tab={tab === 'design' || tab === 'settings' ? tab : 'blocks'}
        onTab={(next) => void navigate({ search: next === 'blocks' ? {} : { tab: next }, replace: true })}
      />
    </Suspense>
  );
}

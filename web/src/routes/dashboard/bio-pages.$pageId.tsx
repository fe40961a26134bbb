import { createFileRoute, type SearchSchemaInput, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { Skeleton } from '@/shared/ui/skeleton';

// Drag and drop and the forms of all blocks, which no other screen needs.
const EditorScreen = lazy(() =>
  import('@/features/bio-pages/editor/editor-screen').then((module) => ({ default: module.EditorScreen })),
);

const TABS = ['design', 'settings', 'responses'] as const;

interface EditorSearch {
  /** The blocks when absent. */
  tab?: (typeof TABS)[number];
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
        tab={TABS.find((known) => known === tab) ?? 'blocks'}
        onTab={(next) => void navigate({ search: next === 'blocks' ? {} : { tab: next }, replace: true })}
      />
    </Suspense>
  );
}

import { createFileRoute, type SearchSchemaInput, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { Skeleton } from '@/shared/ui/skeleton';

// Drag and drop and the forms of all blocks, which no other screen needs.
const EditorScreen = lazy(() =>
  import('@/features/bio-pages/editor/editor-screen').then((module) => ({ default: module.EditorScreen })),
);

// The charts, which the editor does not need.
const InsightsScreen = lazy(() =>
  import('@/features/bio-pages/insights/insights-screen').then((module) => ({ default: module.InsightsScreen })),
);

const TABS = ['design', 'settings', 'responses'] as const;

interface EditorSearch {
  /** The blocks when absent. The insights are a screen of their own. */
  tab?: (typeof TABS)[number] | 'insights';
  /** Of the insights; 28 days when absent. */
  period?: string;
}

export const Route = createFileRoute('/dashboard/bio-pages/$pageId')({
  // Parsed with the component, which other pages do not load.
  validateSearch: (search: EditorSearch & SearchSchemaInput): EditorSearch => search,
  component: EditorRoute,
});

function EditorRoute() {
  const { pageId } = Route.useParams();
  const { tab, period } = Route.useSearch();
  const navigate = useNavigate({ from: '/dashboard/bio-pages/$pageId' });
  if (tab === 'insights') {
    return (
      <Suspense fallback={<Skeleton height={320} />}>
        <InsightsScreen
          key={pageId}
          pageId={pageId}
          period={period}
          onPeriod={(next) => void navigate({ search: { tab, period: next }, replace: true, resetScroll: false })}
        />
      </Suspense>
    );
  }
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

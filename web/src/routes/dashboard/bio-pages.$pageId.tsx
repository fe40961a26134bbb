import { createFileRoute, type SearchSchemaInput, useNavigate } from '@tanstack/react-router';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Skeleton } from '@/shared/ui/skeleton';

// Drag and drop and the forms of all blocks, which no other screen needs.
const EditorScreen = lazyPart(
  () => import('@/features/bio-pages/editor/editor-screen'),
  'EditorScreen',
  <Skeleton height={320} />,
);

// The charts, which the editor does not need.
const InsightsScreen = lazyPart(
  () => import('@/features/bio-pages/insights/insights-screen'),
  'InsightsScreen',
  <Skeleton height={320} />,
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
      <InsightsScreen
        key={pageId}
        pageId={pageId}
        period={period}
        onPeriod={(next) => void navigate({ search: { tab, period: next }, replace: true, resetScroll: false })}
      />
    );
  }
  return (
    <EditorScreen
      key={pageId}
      pageId={pageId}
      tab={TABS.find((known) => known === tab) ?? 'blocks'}
      onTab={(next) => void navigate({ search: next === 'blocks' ? {} : { tab: next }, replace: true })}
    />
  );
}

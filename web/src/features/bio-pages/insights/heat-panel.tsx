import { useQuery } from '@tanstack/react-query';
import type { TopRow } from '@/entities/analytics/analytics.types';
import { pageAtRevision, pagePreview } from '@/entities/bio-page/bio-page.queries';
import type { BioPage } from '@/entities/bio-page/bio-page.types';
import { previewContent } from '@/entities/bio-page/preview-content';
import { PreviewFrame } from '@/entities/bio-page/preview-frame';
import { HeatLegend } from '@/shared/charts/heat-legend';
import { useMedia } from '@/shared/hooks/use-media';
import { formatCount, formatShare } from '@/shared/lib/format';
import { DataTable } from '@/shared/ui/data-table';
import { PanelError } from '@/shared/ui/panel-error';
import { Skeleton } from '@/shared/ui/skeleton';
import { type BlockClicks, blockClicks } from './block-clicks';
import { withHeat } from './heat-style';
import { clickRate } from './insight-figures';

const WIDTH = 390;
const HEIGHT = 640;

interface Props {
  page: BioPage;
  /** The clicks of each block. */
  rows: readonly TopRow[];
  /** Views of the page. */
  views: number;
}

/** The page as visitors see it: its published revision, or the draft of a page that is not published. */
function useShownPage(page: BioPage) {
  const { id, revision, publishedRevision, unpublishedChanges } = page;
  const published = useQuery({ ...pageAtRevision(id, publishedRevision ?? revision), enabled: unpublishedChanges });
  return unpublishedChanges ? published : { data: page, error: null, refetch: published.refetch };
}

/** The clicks of each block: over the preview of the public page and as a table. */
export function HeatPanel({ page, rows, views }: Props) {
  const shown = useShownPage(page);
  const visible = shown.data ?? page;
  const blocks = blockClicks(visible.blocks, rows);
  const dark = useDarkTheme();
  // Only the colors of the map change with the theme.
  const preview = useQuery({
    ...pagePreview(previewContent({ ...visible, theme: { ...visible.theme, mode: 'light' } })),
    enabled: shown.data !== undefined,
  });
  const error = shown.error ?? preview.error;
  return (
    <section className="ui-panel">
      <header>
        <h2>Clicks on blocks</h2>
        <HeatLegend />
      </header>
      <div className="insights-heat">
        <div className="insights-phone" aria-busy={preview.isPending}>
          {error && !preview.data && (
            <PanelError error={error} onRetry={shown.error ? shown.refetch : preview.refetch} />
          )}
          {preview.data === undefined && !error && <Skeleton height={HEIGHT} />}
          {preview.data !== undefined && (
            <PreviewFrame
              html={withHeat(preview.data, blocks, dark)}
              title="Heat map of the page"
              width={WIDTH}
              height={HEIGHT}
              colorScheme="light"
            />
          )}
        </div>
        <div className="insights-blocks">
          <DataTable
            caption="Clicks on blocks"
            columns={[
              { key: 'block', head: 'Block', cell: (row: BlockClicks) => <BlockName block={row} /> },
              { key: 'clicks', head: 'Clicks', numeric: true, cell: (row) => formatCount(row.clicks) },
              { key: 'share', head: 'Share', numeric: true, cell: (row) => formatShare(row.share) },
              {
                key: 'rate',
                head: 'Click rate',
                numeric: true,
                cell: (row) => formatShare(clickRate(row.clicks, views)),
              },
            ]}
            rows={blocks}
            rowKey={(row) => row.id}
            empty="This page has no blocks that lead to another page."
          />
          {blocks.length > 0 && (
            <p className="ui-muted ui-small">
              Share of the clicks on this page, and clicks per view of it. Opening a player is a click; what visitors do
              in it is not counted.
            </p>
          )}
        </div>
      </div>
    </section>
  );
}

/** Whether the dashboard is dark now. */
function useDarkTheme(): boolean {
  const system = useMedia('(prefers-color-scheme: dark)');
  const { theme } = document.documentElement.dataset;
  return theme ? theme === 'dark' : system;
}

function BlockName({ block }: { block: BlockClicks }) {
  return (
    <span className="insights-block">
      <i data-step={block.step} aria-hidden="true" />
      <span className={block.removed ? 'ui-muted' : undefined}>{block.label}</span>
    </span>
  );
}

import { lazy, Suspense, useState } from 'react';
import type { Dimension } from '@/entities/analytics/model/dimensions';
import { Button } from '@/shared/ui/button';
import { Icon } from '@/shared/ui/icon';
import { Menu, MenuItem, MenuLabel, MenuRule } from '@/shared/ui/menu';
import { useChartSeries } from '@/widgets/report/chart/use-chart-series';
import { PrintHeader } from '@/widgets/report/print/print-header';
import type { ReportView } from '@/widgets/report/use-report';

const ShareDialog = lazy(() => import('./share-dialog').then((module) => ({ default: module.ShareDialog })));

/** The tables that are asked for most; each list can be had whole. */
const TABLES: readonly (readonly [part: 'timeseries' | 'heatmap' | Dimension, label: string])[] = [
  ['timeseries', 'Clicks over time'],
  ['heatmap', 'Hours of the week'],
  ['link', 'Links'],
  ['country', 'Countries'],
  ['referrer', 'Referrers'],
  ['utmCampaign', 'UTM campaigns'],
];

interface Props {
  view: ReportView;
  /** What the figures are about, in words: it names the dialog and the picture. */
  name: string;
}

/** What can be done with the figures that are shown: share them, take them along. */
export function ReportActions({ view, name }: Props) {
  const [sharing, setSharing] = useState(false);
  const [busy, setBusy] = useState(false);
  const shown = useChartSeries(view);

  async function take(what: 'csv' | 'parquet' | 'picture' | (typeof TABLES)[number][0]) {
    setBusy(true);
    // Loaded at the first use: nobody needs it to look at figures.
    const { exportReport } = await import('./export-report');
    await exportReport(view, shown, name, what);
    setBusy(false);
  }

  return (
    <>
      <Button size="sm" onClick={() => setSharing(true)}>
        <Icon name="users" />
        Share
      </Button>
      <Menu
        trigger={
          <Button size="sm" busy={busy}>
            {!busy && <Icon name="download" />}
            Export
          </Button>
        }
      >
        <MenuLabel>Individual clicks</MenuLabel>
        <MenuItem onSelect={() => void take('csv')}>Clicks as CSV</MenuItem>
        <MenuItem onSelect={() => void take('parquet')}>Clicks as Parquet</MenuItem>
        <MenuRule />
        <MenuLabel>Figures as CSV</MenuLabel>
        {TABLES.filter(([part]) => !(view.linkId && part === 'link')).map(([part, label]) => (
          <MenuItem key={part} onSelect={() => void take(part)}>
            {label}
          </MenuItem>
        ))}
        <MenuRule />
        <MenuItem disabled={!shown.series} onSelect={() => void take('picture')}>
          Chart as PNG
        </MenuItem>
        <MenuItem disabled={!view.report} onSelect={() => window.print()}>
          Print or save as PDF
        </MenuItem>
      </Menu>
      <PrintHeader view={view} />
      {sharing && (
        <Suspense fallback={null}>
          <ShareDialog view={view} name={name} onClose={() => setSharing(false)} />
        </Suspense>
      )}
    </>
  );
}

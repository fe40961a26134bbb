import { useState } from 'react';
import type { Dimension } from '@/entities/analytics/model/dimensions';
import { PermissionButton } from '@/entities/workspace/ui/permission-controls';
import { messageOf } from '@/shared/api/errors';
import { t } from '@/shared/i18n/t';
import { Button } from '@/shared/ui/button';
import { Icon } from '@/shared/ui/icon';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Menu, MenuItem, MenuLabel, MenuRule } from '@/shared/ui/menu';
import { toast } from '@/shared/ui/toast';
import { useChartSeries } from '@/widgets/report/chart/use-chart-series';
import { PrintHeader } from '@/widgets/report/print/print-header';
import { firstBucket, useReport, useReportData } from '@/widgets/report/report-context';

const ShareDialog = lazyPart(() => import('./share-dialog'), 'ShareDialog');

/** The tables in the export menu. */
const TABLES: readonly (readonly [part: 'timeseries' | 'heatmap' | Dimension, label: string])[] = [
  ['timeseries', t('Clicks over time')],
  ['heatmap', t('Hours of the week')],
  ['link', t('Links')],
  ['country', t('Countries')],
  ['referrer', t('Referrers')],
  ['utmCampaign', t('UTM campaigns')],
];

interface Props {
  /** The subject of the report: "Analytics", or a link's alias. */
  name: string;
}

/** The Share button and the Export menu of a report. */
export function ReportActions({ name }: Props) {
  const settings = useReport();
  const { data: start } = useReportData(firstBucket);
  const { data: loaded = false } = useReportData(() => true);
  const [sharing, setSharing] = useState(false);
  const [busy, setBusy] = useState(false);
  const chart = useChartSeries();

  async function run(what: 'csv' | 'parquet' | 'image' | (typeof TABLES)[number][0]) {
    setBusy(true);
    try {
      // Loaded on first use.
      const { exportReport } = await import('./export-report');
      await exportReport(what, { settings, chart, firstBucket: start, name });
    } catch (error) {
      toast({ title: t('Couldn’t export the report'), text: messageOf(error), tone: 'bad' });
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <PermissionButton permission="shares:manage" size="sm" onClick={() => setSharing(true)}>
        <Icon name="users" />
        {t('Share')}
      </PermissionButton>
      <Menu
        trigger={
          <Button size="sm" busy={busy}>
            {!busy && <Icon name="download" />}
            {t('Export')}
          </Button>
        }
      >
        <MenuLabel>{t('Individual clicks')}</MenuLabel>
        <MenuItem onSelect={() => void run('csv')}>{t('Clicks as CSV')}</MenuItem>
        <MenuItem onSelect={() => void run('parquet')}>{t('Clicks as Parquet')}</MenuItem>
        <MenuRule />
        <MenuLabel>{t('Tables as CSV')}</MenuLabel>
        {TABLES.filter(([part]) => !(settings.linkId && part === 'link')).map(([part, label]) => (
          <MenuItem key={part} onSelect={() => void run(part)}>
            {label}
          </MenuItem>
        ))}
        <MenuRule />
        <MenuItem disabled={!chart.series} onSelect={() => void run('image')}>
          {t('Chart as PNG')}
        </MenuItem>
        <MenuItem disabled={!loaded} onSelect={() => window.print()}>
          {t('Print or save as PDF')}
        </MenuItem>
      </Menu>
      <PrintHeader />
      {sharing && <ShareDialog name={name} onClose={() => setSharing(false)} />}
    </>
  );
}

import { useState } from 'react';
import { allowedGranularities } from '@/entities/analytics/model/period';
import { comparisonLabel, GRANULARITY_LABELS } from '@/entities/analytics/model/report-labels';
import { spanLength } from '@/entities/analytics/model/report-query';
import type { Traffic } from '@/entities/analytics/model/report-search';
import { t } from '@/shared/i18n/t';
import { browserTimeZone } from '@/shared/lib/time-zone';
import { Button } from '@/shared/ui/button';
import { Icon } from '@/shared/ui/icon';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Menu, MenuLabel, MenuRadioGroup, MenuRadioItem, MenuRule } from '@/shared/ui/menu';
import { firstBucket, useReport, useReportData } from '../report-context';

const RangeDialog = lazyPart(() => import('./range-dialog'), 'RangeDialog');

/** The comparison period. */
export function CompareMenu() {
  const { state, change } = useReport();
  const { compare } = state;
  const [choosing, setChoosing] = useState(false);
  const set = (next: typeof compare) => change({ compare: next });
  return (
    <>
      <Menu
        align="start"
        trigger={
          <Button
            size="sm"
            aria-label={
              compare === 'off'
                ? t('Comparison: none')
                : t('Comparison: {comparison}', { comparison: comparisonLabel(compare) })
            }
          >
            {comparisonLabel(compare)}
            <Icon name="down" />
          </Button>
        }
      >
        <MenuRadioGroup
          label={t('Comparison')}
          value={typeof compare === 'object' ? 'custom' : compare}
          onChange={(value) => (value === 'custom' ? setChoosing(true) : set(value))}
        >
          <MenuRadioItem value="previous">{t('Previous period')}</MenuRadioItem>
          <MenuRadioItem value="year">{t('Previous year')}</MenuRadioItem>
          <MenuRadioItem value="custom">{t('Custom range…')}</MenuRadioItem>
          <MenuRule />
          <MenuRadioItem value="off" keys="X">
            {t('No comparison')}
          </MenuRadioItem>
        </MenuRadioGroup>
      </Menu>
      {choosing && (
        <RangeDialog
          title={t('Compare with a custom range')}
          onClose={() => setChoosing(false)}
          onChoose={(from, to) => set({ from, to })}
        />
      )}
    </>
  );
}

/** The bucket size of the chart. */
export function GranularityMenu() {
  const { query, state, span, now, change } = useReport();
  const { data: start } = useReportData(firstBucket);
  const { data: granularity } = useReportData((report) => report.timeseries?.granularity);
  const first = Date.parse(start ?? '');
  const length = spanLength(span, now) ?? now - (Number.isNaN(first) ? now : first);
  const shown = query.granularity ?? granularity ?? 'day';
  return (
    <Menu
      align="start"
      trigger={
        <Button size="sm">
          {GRANULARITY_LABELS[shown]}
          <Icon name="down" />
        </Button>
      }
    >
      <MenuRadioGroup
        label={t('Granularity')}
        value={state.granularity ?? 'automatic'}
        onChange={(value) => change({ granularity: value === 'automatic' ? undefined : value })}
      >
        <MenuRadioItem value="automatic">{t('Automatic')}</MenuRadioItem>
        <MenuRule />
        {allowedGranularities(length).map((granularity) => (
          <MenuRadioItem key={granularity} value={granularity}>
            {GRANULARITY_LABELS[granularity]}
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
    </Menu>
  );
}

const TRAFFIC: Record<Traffic, string> = { human: t('People'), bot: t('Bots'), all: t('People and bots') };

/** The class of traffic that is counted. */
export function TrafficMenu() {
  const { state, change } = useReport();
  return (
    <Menu
      align="start"
      trigger={
        <Button size="sm" aria-label={t('Traffic: {kind}', { kind: TRAFFIC[state.traffic] })}>
          {TRAFFIC[state.traffic]}
          <Icon name="down" />
        </Button>
      }
    >
      <MenuRadioGroup label={t('Traffic')} value={state.traffic} onChange={(traffic) => change({ traffic })}>
        {(Object.keys(TRAFFIC) as Traffic[]).map((traffic) => (
          <MenuRadioItem key={traffic} value={traffic}>
            {TRAFFIC[traffic]}
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
    </Menu>
  );
}

/** The time zone of days and hours. */
export function ZoneMenu() {
  const { state, change, zone, workspaceZone } = useReport();
  const own = browserTimeZone();
  return (
    <Menu
      trigger={
        <Button size="sm" tone="quiet" aria-label={t('Time zone: {zone}', { zone })}>
          <Icon name="globe" />
          <span className="zone-name">{zone}</span>
        </Button>
      }
    >
      <MenuLabel>{t('Time zone')}</MenuLabel>
      <MenuRadioGroup
        label={t('Time zone')}
        value={state.zone ?? 'workspace'}
        onChange={(value) => change({ zone: value === 'workspace' ? undefined : value })}
      >
        <MenuRadioItem value="workspace">{t('Workspace ({zone})', { zone: workspaceZone })}</MenuRadioItem>
        {own !== workspaceZone && <MenuRadioItem value={own}>{t('This device ({zone})', { zone: own })}</MenuRadioItem>}
      </MenuRadioGroup>
    </Menu>
  );
}

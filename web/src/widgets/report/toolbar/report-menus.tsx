import { useState } from 'react';
import { allowedGranularities } from '@/entities/analytics/model/period';
import { comparisonLabel, GRANULARITY_LABELS } from '@/entities/analytics/model/report-labels';
import { spanLength } from '@/entities/analytics/model/report-query';
import type { Traffic } from '@/entities/analytics/model/report-search';
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
          <Button size="sm" aria-label={`Comparison: ${compare === 'off' ? 'none' : comparisonLabel(compare)}`}>
            {comparisonLabel(compare)}
            <Icon name="down" />
          </Button>
        }
      >
        <MenuRadioGroup
          label="Comparison"
          value={typeof compare === 'object' ? 'custom' : compare}
          onChange={(value) => (value === 'custom' ? setChoosing(true) : set(value))}
        >
          <MenuRadioItem value="previous">Previous period</MenuRadioItem>
          <MenuRadioItem value="year">Previous year</MenuRadioItem>
          <MenuRadioItem value="custom">Custom range…</MenuRadioItem>
          <MenuRule />
          <MenuRadioItem value="off" keys="X">
            No comparison
          </MenuRadioItem>
        </MenuRadioGroup>
      </Menu>
      {choosing && (
        <RangeDialog
          title="Compare with a custom range"
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
        label="Granularity"
        value={state.granularity ?? 'automatic'}
        onChange={(value) => change({ granularity: value === 'automatic' ? undefined : value })}
      >
        <MenuRadioItem value="automatic">Automatic</MenuRadioItem>
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

const TRAFFIC: Record<Traffic, string> = { human: 'People', bot: 'Bots', all: 'People and bots' };

/** The class of traffic that is counted. */
export function TrafficMenu() {
  const { state, change } = useReport();
  return (
    <Menu
      align="start"
      trigger={
        <Button size="sm" aria-label={`Traffic: ${TRAFFIC[state.traffic]}`}>
          {TRAFFIC[state.traffic]}
          <Icon name="down" />
        </Button>
      }
    >
      <MenuRadioGroup label="Traffic" value={state.traffic} onChange={(traffic) => change({ traffic })}>
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
        <Button size="sm" tone="quiet" aria-label={`Time zone: ${zone}`}>
          <Icon name="globe" />
          <span className="zone-name">{zone}</span>
        </Button>
      }
    >
      <MenuLabel>Time zone</MenuLabel>
      <MenuRadioGroup
        label="Time zone"
        value={state.zone ?? 'workspace'}
        onChange={(value) => change({ zone: value === 'workspace' ? undefined : value })}
      >
        <MenuRadioItem value="workspace">Workspace ({workspaceZone})</MenuRadioItem>
        {own !== workspaceZone && <MenuRadioItem value={own}>This device ({own})</MenuRadioItem>}
      </MenuRadioGroup>
    </Menu>
  );
}

import { lazy, type ReactNode, Suspense, useState } from 'react';
import { allowedGranularities } from '@/entities/analytics/model/period';
import { comparisonLabel, GRANULARITY_LABELS } from '@/entities/analytics/model/report-labels';
import { spanLength } from '@/entities/analytics/model/report-query';
import type { Traffic } from '@/entities/analytics/model/report-search';
import { browserTimeZone } from '@/shared/lib/time-zone';
import { Button } from '@/shared/ui/button';
import { Icon } from '@/shared/ui/icon';
import { Kbd } from '@/shared/ui/kbd';
import { Menu, MenuItem, MenuLabel, MenuRule } from '@/shared/ui/menu';
import { firstBucket, useReport, useReportData } from '../report-context';

const RangeDialog = lazy(() => import('./range-dialog').then((module) => ({ default: module.RangeDialog })));

interface ChoiceProps {
  chosen: boolean;
  keys?: string;
  onChoose: () => void;
  children: ReactNode;
}

/** An item of a single-choice menu. */
function Choice({ chosen, keys, onChoose, children }: ChoiceProps) {
  return (
    <MenuItem onSelect={onChoose}>
      {children}
      <span className="ui-end">
        {chosen && <Icon name="check" />}
        {keys && <Kbd keys={keys} />}
      </span>
    </MenuItem>
  );
}

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
        <Choice chosen={compare === 'previous'} onChoose={() => set('previous')}>
          Previous period
        </Choice>
        <Choice chosen={compare === 'year'} onChoose={() => set('year')}>
          Previous year
        </Choice>
        <Choice chosen={typeof compare === 'object'} onChoose={() => setChoosing(true)}>
          Custom range…
        </Choice>
        <MenuRule />
        <Choice chosen={compare === 'off'} keys="X" onChoose={() => set('off')}>
          No comparison
        </Choice>
      </Menu>
      {choosing && (
        <Suspense fallback={null}>
          <RangeDialog
            title="Compare with a custom range"
            onClose={() => setChoosing(false)}
            onChoose={(from, to) => set({ from, to })}
          />
        </Suspense>
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
      <Choice chosen={state.granularity === undefined} onChoose={() => change({ granularity: undefined })}>
        Automatic
      </Choice>
      <MenuRule />
      {allowedGranularities(length).map((one) => (
        <Choice key={one} chosen={state.granularity === one} onChoose={() => change({ granularity: one })}>
          {GRANULARITY_LABELS[one]}
        </Choice>
      ))}
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
      {(Object.keys(TRAFFIC) as Traffic[]).map((traffic) => (
        <Choice key={traffic} chosen={traffic === state.traffic} onChoose={() => change({ traffic })}>
          {TRAFFIC[traffic]}
        </Choice>
      ))}
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
      <Choice chosen={state.zone === undefined} onChoose={() => change({ zone: undefined })}>
        Workspace ({workspaceZone})
      </Choice>
      {own !== workspaceZone && (
        <Choice chosen={state.zone === own} onChoose={() => change({ zone: own })}>
          This device ({own})
        </Choice>
      )}
    </Menu>
  );
}

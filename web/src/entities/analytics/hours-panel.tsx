import { useQuery } from '@tanstack/react-query';
import { ChartFrame } from '@/shared/charts/chart-frame';
import { HeatLegend } from '@/shared/charts/heat-legend';
import { HeatMatrix } from '@/shared/charts/heat-matrix';
import { heatTotals, hourLabel, WEEKDAY_NAMES, WEEKDAYS } from '@/shared/charts/heat-totals';
import { formatCount, formatShare } from '@/shared/lib/format';
import { PanelError } from '@/shared/ui/panel-error';
import { Skeleton } from '@/shared/ui/skeleton';
import { clickHours, type Scope } from './analytics.queries';
import type { Heatmap } from './analytics.types';
import { browserTimeZone } from './time-zone';

/** The hours of the week as a table: a row for each hour. */
export function hoursTable(matrix: readonly (readonly number[])[]) {
  return {
    head: ['Hour', ...WEEKDAYS],
    rows: Array.from({ length: 24 }, (_, hour) => [
      hourLabel(hour),
      ...matrix.map((day) => formatCount(day[hour] ?? 0)),
    ]),
  };
}

/** When people click: the hours of the week of the last thirty days, the best one named in words. */
export function HoursPanel({ scope }: { scope: Scope }) {
  const hours = useQuery(clickHours(scope));
  const cells = hours.data?.cells ?? [];
  const { best, matrix } = heatTotals(cells);
  const finding = best ? `${WEEKDAYS[best.weekday - 1]} ${hourLabel(best.hour)}, ${formatShare(best.share)}` : null;
  return (
    <ChartFrame
      title="When people click"
      aside={<span className="muted small">{browserTimeZone()}</span>}
      table={hours.data ? hoursTable(matrix) : null}
      foot={
        <>
          <span>
            {finding ? (
              <>
                Most clicks: <b>{finding}</b>
              </>
            ) : (
              <span className="muted">No clicks yet</span>
            )}
          </span>
          <HeatLegend />
        </>
      }
    >
      {hours.isError && <PanelError error={hours.error} onRetry={() => hours.refetch()} />}
      {hours.isPending && <Skeleton className="hours-skeleton" height="auto" />}
      {hours.data && (
        <HeatMatrix
          cells={cells}
          label={`Clicks by weekday and hour${finding ? `, most on ${finding}` : ', none yet'}`}
        />
      )}
    </ChartFrame>
  );
}

/** What else the matrix of at least a week shows. */
function comment(matrix: readonly (readonly number[])[], total: number): string {
  const sum = (days: readonly (readonly number[])[]) => days.flat().reduce((all, clicks) => all + clicks, 0);
  const weekend = sum(matrix.slice(5)) / total;
  const night = sum(matrix.map((day) => day.slice(0, 6))) / total;
  return `${formatShare(weekend)} come at weekends, ${formatShare(night)} between midnight and six.`;
}

interface HoursProps {
  heatmap: Heatmap | undefined;
  zone: string;
  /** The period is long enough for all days to have had their turn. */
  week?: boolean;
}

/** The hours of the week of a report, the best one first. */
export function HoursView({ heatmap, zone, week = true }: HoursProps) {
  const cells = heatmap?.cells ?? [];
  const { best, matrix, total } = heatTotals(cells);
  const finding = best ? `${WEEKDAY_NAMES[best.weekday - 1]} at ${hourLabel(best.hour)}` : null;
  return (
    <ChartFrame
      title="Hour of the week"
      aside={<span className="muted small">{zone}</span>}
      table={heatmap ? hoursTable(matrix) : null}
      foot={
        <>
          <span className="muted only-wide">Five steps of equal count, not of equal height</span>
          <HeatLegend />
        </>
      }
    >
      {heatmap ? (
        <>
          <p className="slot">
            <b>{finding ?? 'No clicks'}</b>
            {best && (
              <span className="muted">
                {formatShare(best.share)} of all clicks{week ? `; ${comment(matrix, total)}` : '.'}
              </span>
            )}
          </p>
          <HeatMatrix
            sums
            cells={cells}
            label={`Clicks by weekday and hour, ${finding ? `most on ${finding}` : 'none'}`}
          />
        </>
      ) : (
        <Skeleton className="hours-wait" height="" />
      )}
    </ChartFrame>
  );
}

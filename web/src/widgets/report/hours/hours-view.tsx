import type { Heatmap } from '@/entities/analytics/analytics.types';
import { ChartFrame } from '@/shared/charts/chart-frame';
import { HeatLegend } from '@/shared/charts/heat-legend';
import { HeatMatrix } from '@/shared/charts/heat-matrix';
import { type HourSlot, heatTotals, hourLabel, hoursTable, WEEKDAY_NAMES } from '@/shared/charts/heat-totals';
import { formatShare } from '@/shared/lib/format';
import { Skeleton } from '@/shared/ui/skeleton';

/** The shares of weekends and nights. */
function describeWeek(matrix: readonly (readonly number[])[], total: number): string {
  const sum = (days: readonly (readonly number[])[]) => days.flat().reduce((all, clicks) => all + clicks, 0);
  const weekend = sum(matrix.slice(5)) / total;
  const night = sum(matrix.map((day) => day.slice(0, 6))) / total;
  return `${formatShare(weekend)} on weekends, ${formatShare(night)} between midnight and 6:00.`;
}

interface HoursProps {
  heatmap: Heatmap | undefined;
  zone: string;
  /** The period contains every day of the week. */
  week?: boolean;
  /** The hours that the filters include; undefined when there is no filter by hour or weekday. */
  included?: (place: HourSlot) => boolean;
  onSelect: (place: Partial<HourSlot>) => void;
  selected: (place: Partial<HourSlot>) => boolean;
}

/** A heatmap of the hours of the week, with the busiest hour in text. */
export function HoursView({ heatmap, zone, week = true, included, onSelect, selected }: HoursProps) {
  const cells = heatmap?.cells ?? [];
  const { best, matrix, total } = heatTotals(cells);
  const busiest = best ? `${WEEKDAY_NAMES[best.weekday - 1]} at ${hourLabel(best.hour)}` : null;
  return (
    <ChartFrame
      title="Hour of the week"
      aside={<span className="ui-muted ui-small">{zone}</span>}
      table={heatmap ? hoursTable(matrix) : null}
      foot={
        <>
          <span className="ui-muted only-wide">Each color has the same number of hours</span>
          <HeatLegend />
        </>
      }
    >
      {heatmap ? (
        <>
          <p className="report-slot">
            <b>{busiest ?? 'No clicks'}</b>
            {best && (
              <span className="ui-muted">
                {formatShare(best.share)} of all clicks{week ? `; ${describeWeek(matrix, total)}` : '.'}
              </span>
            )}
          </p>
          <HeatMatrix
            cells={cells}
            kept={included}
            onChoose={onSelect}
            chosen={selected}
            label={`Clicks by weekday and hour, ${busiest ? `most on ${busiest}` : 'none'}`}
          />
        </>
      ) : (
        <Skeleton className="hours-wait" height="" />
      )}
    </ChartFrame>
  );
}

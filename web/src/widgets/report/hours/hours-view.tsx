import type { Heatmap } from '@/entities/analytics/analytics.types';
import { ChartFrame } from '@/shared/charts/chart-frame';
import { HeatLegend } from '@/shared/charts/heat-legend';
import { HeatMatrix } from '@/shared/charts/heat-matrix';
import { type HeatPlace, heatTotals, hourLabel, hoursTable, WEEKDAY_NAMES } from '@/shared/charts/heat-totals';
import { formatShare } from '@/shared/lib/format';
import { Skeleton } from '@/shared/ui/skeleton';

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
  /** Which hours are looked at, where not all are. */
  kept?: (place: HeatPlace) => boolean;
  onChoose: (place: Partial<HeatPlace>) => void;
  chosen: (place: Partial<HeatPlace>) => boolean;
}

/** The hours of the week of a report, the best one first. */
export function HoursView({ heatmap, zone, week = true, kept, onChoose, chosen }: HoursProps) {
  const cells = heatmap?.cells ?? [];
  const { best, matrix, total } = heatTotals(cells);
  const finding = best ? `${WEEKDAY_NAMES[best.weekday - 1]} at ${hourLabel(best.hour)}` : null;
  return (
    <ChartFrame
      title="Hour of the week"
      aside={<span className="ui-muted ui-small">{zone}</span>}
      table={heatmap ? hoursTable(matrix) : null}
      foot={
        <>
          <span className="ui-muted only-wide">Five steps of equal count, not of equal height</span>
          <HeatLegend />
        </>
      }
    >
      {heatmap ? (
        <>
          <p className="report-slot">
            <b>{finding ?? 'No clicks'}</b>
            {best && (
              <span className="ui-muted">
                {formatShare(best.share)} of all clicks{week ? `; ${comment(matrix, total)}` : '.'}
              </span>
            )}
          </p>
          <HeatMatrix
            cells={cells}
            kept={kept}
            onChoose={onChoose}
            chosen={chosen}
            label={`Clicks by weekday and hour, ${finding ? `most on ${finding}` : 'none'}`}
          />
        </>
      ) : (
        <Skeleton className="hours-wait" height="" />
      )}
    </ChartFrame>
  );
}

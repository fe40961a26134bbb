import type { Report } from '@/entities/analytics/analytics.types';
import { ChartFrame } from '@/shared/charts/chart-frame';
import { HeatLegend } from '@/shared/charts/heat-legend';
import { HeatMatrix } from '@/shared/charts/heat-matrix';
import { heatTotals, hourLabel, hoursTable, WEEKDAY_NAMES } from '@/shared/charts/heat-totals';
import { formatShare, plural } from '@/shared/lib/format';

/** The views by weekday and hour. */
export function ViewHours({ report, zone }: { report: Report; zone: string }) {
  const cells = report.heatmap?.cells ?? [];
  const { best, matrix } = heatTotals(cells);
  const busiest = best && `${WEEKDAY_NAMES[best.weekday - 1]} at ${hourLabel(best.hour)}`;
  return (
    <ChartFrame
      title="Views by hour of the week"
      aside={<span className="ui-muted ui-small">{zone}</span>}
      table={hoursTable(matrix)}
      foot={<HeatLegend />}
    >
      <p className="insights-busiest">
        <b>{busiest ?? 'No views'}</b>
        {best && <span className="ui-muted">{formatShare(best.share)} of all views</span>}
      </p>
      <HeatMatrix
        cells={cells}
        counted={(count) => plural(count, 'view')}
        label={`Views by weekday and hour, ${busiest ? `most on ${busiest}` : 'none'}`}
      />
    </ChartFrame>
  );
}

import type { Heatmap } from '@/entities/analytics/analytics.types';
import { ChartFrame } from '@/shared/charts/chart-frame';
import { HeatLegend } from '@/shared/charts/heat-legend';
import { HeatMatrix } from '@/shared/charts/heat-matrix';
import { type HourSlot, heatTotals, hourLabel, hoursTable, WEEKDAY_NAMES } from '@/shared/charts/heat-totals';
import { t } from '@/shared/i18n/t';
import { formatShare } from '@/shared/lib/format';
import { Skeleton } from '@/shared/ui/skeleton';

/** The shares of the busiest hour, of weekends and of nights. */
function describeWeek(busiest: number, matrix: readonly (readonly number[])[], total: number): string {
  const sum = (days: readonly (readonly number[])[]) => days.flat().reduce((all, clicks) => all + clicks, 0);
  const weekend = sum(matrix.slice(5)) / total;
  const night = sum(matrix.map((day) => day.slice(0, 6))) / total;
  return t('{share} of all clicks; {weekend} on weekends, {night} between midnight and 6:00.', {
    share: formatShare(busiest),
    weekend: formatShare(weekend),
    night: formatShare(night),
  });
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
  const busiest =
    best && t('{day} at {hour}', { day: WEEKDAY_NAMES[best.weekday - 1] ?? '', hour: hourLabel(best.hour) });
  return (
    <ChartFrame
      title={t('Hour of the week')}
      aside={<span className="ui-muted ui-small">{zone}</span>}
      table={heatmap ? hoursTable(matrix) : null}
      foot={
        <>
          <span className="ui-muted only-wide">{t('Each color has the same number of hours')}</span>
          <HeatLegend />
        </>
      }
    >
      {heatmap ? (
        <>
          <p className="report-slot">
            <b>{busiest ?? t('No clicks')}</b>
            {best && (
              <span className="ui-muted">
                {week
                  ? describeWeek(best.share, matrix, total)
                  : t('{share} of all clicks.', { share: formatShare(best.share) })}
              </span>
            )}
          </p>
          <HeatMatrix
            cells={cells}
            kept={included}
            onChoose={onSelect}
            chosen={selected}
            label={
              busiest
                ? t('Clicks by weekday and hour, most on {busiest}', { busiest })
                : t('Clicks by weekday and hour, none')
            }
          />
        </>
      ) : (
        <Skeleton className="hours-wait" height="" />
      )}
    </ChartFrame>
  );
}

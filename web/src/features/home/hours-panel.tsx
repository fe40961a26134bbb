import { useWorkspaceZone } from '@/entities/workspace/use-workspace-zone';
import { ChartFrame } from '@/shared/charts/chart-frame';
import { HeatLegend } from '@/shared/charts/heat-legend';
import { HeatMatrix } from '@/shared/charts/heat-matrix';
import { heatTotals, hourLabel, hoursTable, WEEKDAYS } from '@/shared/charts/heat-totals';
import { t } from '@/shared/i18n/t';
import { Trans } from '@/shared/i18n/trans';
import { formatShare } from '@/shared/lib/format';
import { PanelError } from '@/shared/ui/panel-error';
import { Skeleton } from '@/shared/ui/skeleton';
import { useTotalClicks } from './home.queries';

/** A heatmap of the hours of the week over the last 30 days, with the busiest hour in text. */
export function HoursPanel() {
  const zone = useWorkspaceZone();
  const { data: total, error, refetch } = useTotalClicks();
  const cells = total?.heatmap.cells ?? [];
  const { best, matrix } = heatTotals(cells);
  const busiest = best ? `${WEEKDAYS[best.weekday - 1]} ${hourLabel(best.hour)}, ${formatShare(best.share)}` : null;
  return (
    <ChartFrame
      title={t('Clicks by hour')}
      aside={<span className="ui-muted ui-small">{zone}</span>}
      table={total ? hoursTable(matrix) : null}
      foot={
        <>
          <span>
            {busiest ? (
              <Trans
                text="Most clicks: <b>{busiest}</b>"
                values={{ busiest }}
                tags={{ b: (children) => <b>{children}</b> }}
              />
            ) : (
              <span className="ui-muted">{t('No clicks yet')}</span>
            )}
          </span>
          <HeatLegend />
        </>
      }
    >
      {error && <PanelError error={error} onRetry={refetch} />}
      {!total && !error && <Skeleton className="hours-skeleton" height="auto" />}
      {total && (
        <HeatMatrix
          cells={cells}
          label={
            busiest
              ? t('Clicks by weekday and hour, most on {busiest}', { busiest })
              : t('Clicks by weekday and hour, none yet')
          }
        />
      )}
    </ChartFrame>
  );
}

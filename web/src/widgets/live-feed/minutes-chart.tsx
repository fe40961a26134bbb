import { useQuery } from '@tanstack/react-query';
import { type FeedScope, lastMinutes, SHOWN_MINUTES } from '@/entities/click/click.queries';
import { ModuleBars } from '@/shared/charts/module-bars';
import { useNow } from '@/shared/hooks/use-now';
import { t } from '@/shared/i18n/t';
import { formatCount } from '@/shared/lib/format';

const MINUTE = 60_000;

/** The clicks of the last half hour, a column for each minute. */
export function MinutesChart({ scope }: { scope: FeedScope }) {
  const { data } = useQuery(lastMinutes(scope));
  const now = useNow(MINUTE);
  const byMinute = new Map(data?.points.map((point) => [Date.parse(point.start), point.clicks]));
  const values = Array.from(
    { length: SHOWN_MINUTES },
    (_, at) => byMinute.get(now - (SHOWN_MINUTES - 1 - at) * MINUTE) ?? 0,
  );
  const sum = values.reduce((total, value) => total + value, 0);
  return (
    <div className="live-minutes">
      <b className="ui-figure">
        {data ? formatCount(sum) : '...'} <span className="ui-muted">{t('in 30 minutes')}</span>
      </b>
      <ModuleBars values={values} rows={5} best={29} />
      <p className="chart-axis" aria-hidden="true">
        <span>{t('−30 min')}</span>
        <span>{t('now')}</span>
      </p>
    </div>
  );
}

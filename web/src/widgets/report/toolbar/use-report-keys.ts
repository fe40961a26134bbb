import { useEffect, useEffectEvent, useMemo } from 'react';
import { PERIODS, type PeriodName, shiftPeriod } from '@/entities/analytics/model/period';
import { useShortcut } from '@/shared/hooks/use-shortcut';
import { t } from '@/shared/i18n/t';
import { shortcuts } from '@/shared/lib/shortcuts';
import { useReport } from '../report-context';

/**
 * Registers the shortcuts of a report, except `reservedKeys`, which have another function on the screen. Returns the keys
 * of the periods.
 */
export function useReportKeys(reservedKeys: string): ReadonlySet<string> {
  const { state, change, now, zone } = useReport();
  const choose = useEffectEvent((name: PeriodName) => change({ period: { name } }));
  const keyed = useMemo(
    () => PERIODS.filter((period) => 'key' in period).filter(({ key }) => !reservedKeys.includes(key)),
    [reservedKeys],
  );

  useEffect(() => {
    const unregister = keyed.map(({ name, label, key }) =>
      shortcuts.add({ keys: key, label, group: 'Period', run: () => choose(name) }),
    );
    return () => {
      for (const remove of unregister) remove();
    };
  }, [keyed]);

  const shift = (by: 1 | -1) => {
    const period = shiftPeriod(state.period, by, now, zone);
    if (period) change({ period });
  };
  useShortcut({ keys: 'ArrowLeft', label: t('Previous period'), group: 'Period', run: () => shift(-1) });
  useShortcut({ keys: 'ArrowRight', label: t('Next period'), group: 'Period', run: () => shift(1) });
  useShortcut({
    keys: 'x',
    label: t('Toggle comparison'),
    group: 'Period',
    run: () => change({ compare: state.compare === 'off' ? 'previous' : 'off' }),
  });
  return useMemo(() => new Set(keyed.map(({ key }) => key)), [keyed]);
}

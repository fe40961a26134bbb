import { useEffect, useEffectEvent, useMemo } from 'react';
import { PERIODS, type PeriodName, shiftPeriod } from '@/entities/analytics/model/period';
import { useShortcut } from '@/shared/hooks/use-shortcut';
import { shortcuts } from '@/shared/lib/shortcuts';
import type { ReportView } from '../use-report';

/** The keys of a screen of figures. `taken` are those that mean something else on the screen. Gives those of periods. */
export function useReportKeys(view: ReportView, taken: string): ReadonlySet<string> {
  const { state, change, now, zone } = view;
  const choose = useEffectEvent((name: PeriodName) => change({ period: { name } }));
  const keyed = useMemo(
    () => PERIODS.filter((period) => 'key' in period).filter(({ key }) => !taken.includes(key)),
    [taken],
  );

  useEffect(() => {
    const undo = keyed.map(({ name, label, key }) =>
      shortcuts.add({ keys: key, label, group: 'Period', run: () => choose(name) }),
    );
    return () => {
      for (const remove of undo) remove();
    };
  }, [keyed]);

  const shift = (by: 1 | -1) => {
    const period = shiftPeriod(state.period, by, now, zone);
    if (period) change({ period });
  };
  useShortcut({ keys: 'ArrowLeft', label: 'Earlier', group: 'Period', run: () => shift(-1) });
  useShortcut({ keys: 'ArrowRight', label: 'Later', group: 'Period', run: () => shift(1) });
  useShortcut({
    keys: 'x',
    label: 'Compare, or not',
    group: 'Period',
    run: () => change({ compare: state.compare === 'off' ? 'previous' : 'off' }),
  });
  return useMemo(() => new Set(keyed.map(({ key }) => key)), [keyed]);
}

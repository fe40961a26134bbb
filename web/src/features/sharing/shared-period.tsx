import { t } from '@/shared/i18n/t';
import { Segmented } from '@/shared/ui/segmented';
import { OWN_PERIOD, periodOptions, type Selection, type SharedState } from './shared-state';

interface Props {
  selection: Selection;
  state: SharedState;
  change: (patch: Partial<SharedState>) => void;
}

/** The periods that a visitor can select. Absent when the page's own period is the only one. */
export function SharedPeriod({ selection, state, change }: Props) {
  const options = periodOptions(selection);
  if (options.length === 0) return null;
  const bounded = Boolean(selection.interval || selection.start);
  return (
    <Segmented
      label={t('Period')}
      value={state.interval ?? (bounded ? OWN_PERIOD : '30d')}
      options={options}
      onChange={(value) => change({ interval: value === OWN_PERIOD ? undefined : value })}
    />
  );
}

import { Segmented } from '@/shared/ui/segmented';
import { INTERVALS, type Interval } from './analytics.queries';

const SHORT: Record<Interval, string> = { '24h': '24 h', '7d': '7 d', '30d': '30 d', '90d': '90 d', '12mo': '12 mo' };

/** Which period is looked at. */
export function PeriodSwitch({ value, onChange }: { value: Interval; onChange: (interval: Interval) => void }) {
  return (
    <Segmented
      label="Period"
      value={value}
      options={INTERVALS.map((interval) => ({ value: interval, label: SHORT[interval] }))}
      onChange={onChange}
    />
  );
}

import { t } from '@/shared/i18n/t';
import './heat.css';

const STEPS = [0, 1, 2, 3, 4, 5] as const;

/** The five steps and zero, between two words. */
export function HeatLegend({ from = t('few'), to = t('many') }: { from?: string; to?: string }) {
  return (
    <span className="heat-legend">
      <span>{from}</span>
      {STEPS.map((step) => (
        <i key={step} data-step={step} />
      ))}
      <span>{to}</span>
    </span>
  );
}

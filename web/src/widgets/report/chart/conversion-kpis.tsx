import { percentChange } from '@/entities/analytics/model/report-labels';
import { formatCount, formatMoney, formatTrend } from '@/shared/lib/format';
import type { ReportView } from '../use-report';

/** Leads and sales of the period, once there have been any. */
export function ConversionKpis({ view }: { view: ReportView }) {
  const count = view.report?.count;
  if (!count) return null;
  const before = count.previous;
  const amounts = count.saleAmount.map(({ amount, currency }) => formatMoney(amount, currency));
  const seen = count.leads + count.sales + (before?.leads ?? 0) + (before?.sales ?? 0);
  if (seen === 0) return null;
  return (
    <>
      <Figure name="Leads" value={count.leads} before={before?.leads} />
      <Figure name="Sales" value={count.sales} before={before?.sales} note={amounts.join(' + ')} />
    </>
  );
}

function Figure({ name, value, before, note }: { name: string; value: number; before?: number; note?: string }) {
  const moved = percentChange(value, before);
  const tone = moved === null || moved === 0 ? 'ui-muted' : moved === 'new' || moved > 0 ? 'ui-up' : 'ui-down';
  return (
    <div className="ui-kpi">
      <span>{name}</span>
      <b>{formatCount(value)}</b>
      <i>
        {moved !== null && <em className={tone}>{moved === 'new' ? 'new' : formatTrend(moved)}</em>}
        {note && <small className="ui-muted">{note}</small>}
      </i>
    </div>
  );
}

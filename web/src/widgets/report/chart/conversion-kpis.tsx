import { percentChange } from '@/entities/analytics/model/report-labels';
import { t } from '@/shared/i18n/t';
import { formatCount, formatMoney, formatTrend } from '@/shared/lib/format';
import { useReportData } from '../report-context';

/** Leads and sales of the period; nothing when there are none in it or in the comparison. */
export function ConversionKpis() {
  const { data: count } = useReportData((report) => report.count);
  if (!count) return null;
  const before = count.previous;
  const amounts = count.saleAmount.map(({ amount, currency }) => formatMoney(amount, currency));
  const total = count.leads + count.sales + (before?.leads ?? 0) + (before?.sales ?? 0);
  if (total === 0) return null;
  return (
    <>
      <Figure name={t('Leads')} value={count.leads} before={before?.leads} />
      <Figure name={t('Sales')} value={count.sales} before={before?.sales} note={amounts.join(' + ')} />
    </>
  );
}

function Figure({ name, value, before, note }: { name: string; value: number; before?: number; note?: string }) {
  const delta = percentChange(value, before);
  const tone = delta === null || delta === 0 ? 'ui-muted' : delta === 'new' || delta > 0 ? 'ui-up' : 'ui-down';
  return (
    <div className="ui-kpi">
      <span>{name}</span>
      <b>{formatCount(value)}</b>
      <i>
        {delta !== null && <em className={tone}>{delta === 'new' ? t('new') : formatTrend(delta)}</em>}
        {note && <small className="ui-muted">{note}</small>}
      </i>
    </div>
  );
}

import type { TopRow } from '@/entities/analytics/analytics.types';
import { valueLabel } from '@/entities/analytics/model/dimensions';
import { t } from '@/shared/i18n/t';
import { formatCount, formatShare } from '@/shared/lib/format';
import { useReportData } from '@/widgets/report/report-context';

/** The results of an A/B split. Renders nothing without split clicks. */
export function VariantsPanel() {
  const { data: rows = [] } = useReportData((report) => report.variant?.rows);
  return <VariantsTable rows={rows} />;
}

/** Clicks, visitors and conversions per split variant. Rows without a variant are left out. */
export function VariantsTable({ rows: all }: { rows: readonly TopRow[] }) {
  const rows = all.filter((row) => row.key !== '');
  if (rows.length === 0) return null;
  const clicks = rows.reduce((sum, row) => sum + row.clicks, 0);
  const converts = rows.some((row) => row.leads > 0 || row.sales > 0);
  return (
    <section className="ui-panel mt-6" aria-label={t('Variants')}>
      <header>
        <h2>{t('Variants')}</h2>
        <span className="ui-muted ui-small">{t('Clicks by destination of the A/B split')}</span>
      </header>
      <div className="detail-variants">
        <table className="ui-table">
          <thead>
            <tr>
              <th scope="col">{t('Variant')}</th>
              {[
                t('Clicks'),
                t('Share', { context: 'part' }),
                t('Visitors'),
                ...(converts ? [t('Leads'), t('Sales'), t('Sales per visitor')] : []),
              ].map((name) => (
                <th key={name} scope="col" className="ui-numeric">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.key} row={row} clicks={clicks} converts={converts} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Row({ row, clicks, converts }: { row: TopRow; clicks: number; converts: boolean }) {
  const rate = row.uniques > 0 ? formatShare(row.sales / row.uniques) : '–';
  return (
    <tr>
      <th scope="row" className="detail-variant" title={row.key}>
        {valueLabel('variant', row.key, row.label)}
      </th>
      <td className="ui-numeric">{formatCount(row.clicks)}</td>
      <td className="ui-numeric">{formatShare(row.clicks / clicks)}</td>
      <td className="ui-numeric">{formatCount(row.uniques)}</td>
      {converts && (
        <>
          <td className="ui-numeric">{formatCount(row.leads)}</td>
          <td className="ui-numeric">{formatCount(row.sales)}</td>
          <td className="ui-numeric">{rate}</td>
        </>
      )}
    </tr>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Link as RouteLink } from '@tanstack/react-router';
import { orphans } from '@/entities/analytics/report.queries';
import { Can, PermissionButton } from '@/entities/workspace/ui/permission-controls';
import { t } from '@/shared/i18n/t';
import { formatCount } from '@/shared/lib/format';
import { buttonClass } from '@/shared/ui/button';
import { useReport, useReportData } from '@/widgets/report/report-context';

/** Visits to aliases that do not exist, each with a button that creates the link. Nothing when there are none. */
export function OrphansPanel() {
  const { query } = useReport();
  const { data: loaded = false } = useReportData(() => true);
  const visited = useQuery({ ...orphans(query), enabled: loaded });
  const rows = visited.data?.rows ?? [];
  if (rows.length === 0) return null;
  const visits = rows.reduce((sum, row) => sum + row.clicks, 0);
  return (
    <section className="ui-panel mt-6">
      <header>
        <h2>{t('Visits to aliases that do not exist')}</h2>
        <span className="ui-muted ui-small">
          {t('{count, plural, one {# visit} other {# visits}}, not counted above', { count: visits })}
        </span>
      </header>
      <table className="ui-table">
        <thead>
          <tr>
            <th scope="col">{t('Alias')}</th>
            <th scope="col" className="ui-numeric">
              {t('Visits')}
            </th>
            <th scope="col">
              <span className="ui-sr-only">{t('Action')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <td className="ui-mono ui-truncate">/{row.key}</td>
              <td className="ui-numeric">{formatCount(row.clicks)}</td>
              <td className="ui-numeric">
                <Can
                  permission="links:write"
                  fallback={
                    <PermissionButton
                      permission="links:write"
                      size="sm"
                      aria-label={t('Create the link /{key}', { key: row.key })}
                    >
                      {t('Create link')}
                    </PermissionButton>
                  }
                >
                  <RouteLink
                    to="/dashboard/links"
                    search={{ new: 'link' }}
                    state={{ draftAlias: row.key }}
                    className={buttonClass({ size: 'sm' })}
                    aria-label={t('Create the link /{key}', { key: row.key })}
                  >
                    {t('Create link')}
                  </RouteLink>
                </Can>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

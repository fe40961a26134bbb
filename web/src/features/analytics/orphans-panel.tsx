import { useQuery } from '@tanstack/react-query';
import { Link as RouteLink } from '@tanstack/react-router';
import { orphans } from '@/entities/analytics/report.queries';
import { formatCount, plural } from '@/shared/lib/format';
import { buttonClass } from '@/shared/ui/button';
import type { ReportView } from '@/widgets/report/use-report';

/** Visits to aliases that lead nowhere, each with the way to make it a link. Nothing while there are none. */
export function OrphansPanel({ view }: { view: ReportView }) {
  const found = useQuery({ ...orphans(view.query), enabled: view.report !== undefined });
  const rows = found.data?.rows ?? [];
  if (rows.length === 0) return null;
  const visits = rows.reduce((sum, row) => sum + row.clicks, 0);
  return (
    <section className="ui-panel mt-6">
      <header>
        <h2>Visits to aliases that do not exist</h2>
        <span className="ui-muted ui-small">{plural(visits, 'visit')}, none of them counted above</span>
      </header>
      <table className="ui-table">
        <thead>
          <tr>
            <th scope="col">Alias, as it was typed</th>
            <th scope="col" className="ui-numeric">
              Visits
            </th>
            <th scope="col">
              <span className="ui-sr-only">Action</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <td className="ui-mono ui-truncate">/{row.key}</td>
              <td className="ui-numeric">{formatCount(row.clicks)}</td>
              <td className="ui-numeric">
                <RouteLink
                  to="/dashboard/links"
                  search={{ new: 'link' }}
                  state={{ draftAlias: row.key }}
                  className={buttonClass({ size: 'sm' })}
                  aria-label={`Create the link /${row.key}`}
                >
                  Create this link
                </RouteLink>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

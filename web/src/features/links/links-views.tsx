import { useQuery } from '@tanstack/react-query';
import { Link as RouteLink } from '@tanstack/react-router';
import { countLinks } from '@/entities/link/link.queries';
import { formatCount } from '@/shared/lib/format';
import { FIRST_PAGE, filterParams, type LinksSearch } from './links-search';

const VIEWS = [
  { status: undefined, label: 'All' },
  { status: 'active', label: 'Active' },
  { status: 'scheduled', label: 'Scheduled' },
  { status: 'expired', label: 'Expired' },
  { status: 'archived', label: 'Archived' },
] as const;

/** The list by where links stand in their life, each with its count. */
export function LinksViews({ status }: { status: LinksSearch['status'] }) {
  return (
    <nav className="tabs views" aria-label="Views">
      {VIEWS.map((view) => (
        <RouteLink
          key={view.label}
          className="tab"
          from="/dashboard/links/"
          to="."
          search={(was) => ({ ...was, ...FIRST_PAGE, status: view.status })}
          aria-current={status === view.status ? 'page' : undefined}
          activeProps={{}}
          // Else the router marks the entry without a value beside the one that is chosen.
          activeOptions={{ explicitUndefined: true }}
        >
          {view.label} <ViewCount status={view.status} />
        </RouteLink>
      ))}
    </nav>
  );
}

function ViewCount({ status }: { status: LinksSearch['status'] }) {
  const count = useQuery(countLinks(filterParams({ status })));
  return <small>{count.data === undefined ? '' : formatCount(count.data)}</small>;
}

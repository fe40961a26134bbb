import { Link as RouteLink } from '@tanstack/react-router';

/** What of a link is shown. */
export type DetailTab = 'overview' | 'traffic' | 'events' | 'history';

const TABS = [
  { tab: undefined, label: 'Overview' },
  { tab: 'traffic', label: 'Traffic' },
  { tab: 'events', label: 'Events' },
  { tab: 'history', label: 'History' },
] as const;

/** How it does, who comes from where, each click, and what became of the link. */
export function DetailTabs({ tab }: { tab: DetailTab }) {
  return (
    <nav className="ui-tabs" aria-label="About this link">
      {TABS.map((entry) => (
        <RouteLink
          key={entry.label}
          className="ui-tab"
          from="/dashboard/links/$linkId"
          to="."
          search={(was) => ({ ...was, tab: entry.tab })}
          aria-current={tab === (entry.tab ?? 'overview') ? 'page' : undefined}
          activeProps={{}}
          // Else the router marks the entry without a value beside the one that is chosen.
          activeOptions={{ explicitUndefined: true }}
          resetScroll={false}
        >
          {entry.label}
        </RouteLink>
      ))}
    </nav>
  );
}

import { Link as RouteLink } from '@tanstack/react-router';

/** The tabs of a link's screen. */
export type DetailTab = 'overview' | 'traffic' | 'events' | 'history';

const TABS = [
  { tab: undefined, label: 'Overview' },
  { tab: 'traffic', label: 'Traffic' },
  { tab: 'events', label: 'Clicks' },
  { tab: 'history', label: 'History' },
] as const;

/** Tab navigation of a link's screen. */
export function DetailTabs({ tab }: { tab: DetailTab }) {
  return (
    <nav className="ui-tabs" aria-label="Link sections">
      {TABS.map((entry) => (
        <RouteLink
          key={entry.label}
          className="ui-tab"
          from="/dashboard/links/$linkId"
          to="."
          search={(prev) => ({ ...prev, tab: entry.tab })}
          aria-current={tab === (entry.tab ?? 'overview') ? 'page' : undefined}
          activeProps={{}}
          // Without this, the router also marks the tab without a search value as active.
          activeOptions={{ explicitUndefined: true }}
          resetScroll={false}
        >
          {entry.label}
        </RouteLink>
      ))}
    </nav>
  );
}

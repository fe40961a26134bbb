import { Link as RouteLink } from '@tanstack/react-router';

/** What of a link is shown. */
export type DetailTab = 'clicks' | 'history';

const TABS = [
  { tab: undefined, label: 'Clicks' },
  { tab: 'history', label: 'History' },
] as const;

/** How it does, and what became of it. */
export function DetailTabs({ tab }: { tab: DetailTab }) {
  return (
    <nav className="tabs mb-6" aria-label="About this link">
      {TABS.map((entry) => (
        <RouteLink
          key={entry.label}
          className="tab"
          from="/dashboard/links/$linkId"
          to="."
          search={(was) => ({ ...was, tab: entry.tab })}
          aria-current={tab === (entry.tab ?? 'clicks') ? 'page' : undefined}
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

import { Link as RouteLink } from '@tanstack/react-router';
import { t } from '@/shared/i18n/t';

/** The tabs of a link's screen. */
export type DetailTab = 'overview' | 'traffic' | 'events' | 'history';

const TABS = [
  { tab: undefined, label: t('Overview') },
  { tab: 'traffic', label: t('Traffic') },
  { tab: 'events', label: t('Clicks') },
  { tab: 'history', label: t('History') },
] as const;

/** Tab navigation of a link's screen. */
export function DetailTabs({ tab }: { tab: DetailTab }) {
  return (
    <nav className="ui-tabs" aria-label={t('Link sections')}>
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

import { lazy, Suspense } from 'react';
import { Skeleton } from '@/shared/ui/skeleton';
import { TabList, tabPanelProps } from '@/shared/ui/tab-list';
import { OverviewPanel } from './overview-panel';

const UsersPanel = lazy(() => import('./users-panel').then((module) => ({ default: module.UsersPanel })));
const WorkspacesPanel = lazy(() =>
  import('./workspaces-panel').then((module) => ({ default: module.WorkspacesPanel })),
);
const DomainsPanel = lazy(() => import('./domains-panel').then((module) => ({ default: module.DomainsPanel })));
const LinksPanel = lazy(() => import('./links-panel').then((module) => ({ default: module.LinksPanel })));
const RulesPanel = lazy(() => import('./rules-panel').then((module) => ({ default: module.RulesPanel })));

const ReportsPanel = lazy(() => import('./reports-panel').then((module) => ({ default: module.ReportsPanel })));
const DenylistsPanel = lazy(() => import('./denylists-panel').then((module) => ({ default: module.DenylistsPanel })));

const OVERVIEW = { value: 'overview', label: 'Overview', Panel: OverviewPanel };

const TABS = [
  OVERVIEW,
  { value: 'users', label: 'Users', Panel: UsersPanel },
  { value: 'workspaces', label: 'Workspaces', Panel: WorkspacesPanel },
  { value: 'domains', label: 'Domains', Panel: DomainsPanel },
  { value: 'links', label: 'Links', Panel: LinksPanel },
  { value: 'reports', label: 'Reports', Panel: ReportsPanel },
  { value: 'rules', label: 'Blocked destinations', Panel: RulesPanel },
  { value: 'denylists', label: 'Deny-lists', Panel: DenylistsPanel },
];

/** The tabs of the operator screens. */
export function AdminPanels({ tab, onTab }: { tab?: string; onTab: (tab: string) => void }) {
  const { value, label, Panel } = TABS.find((known) => known.value === tab) ?? OVERVIEW;
  return (
    <>
      <div className="mt-4 overflow-x-auto">
        <TabList id="admin" label="Operator" value={value} tabs={TABS} onChange={onTab} />
      </div>
      <div {...tabPanelProps('admin', label)}>
        <h2 className="ui-sr-only">{label}</h2>
        <Suspense fallback={<Skeleton height={420} className="mt-6" />}>
          <Panel key={value} />
        </Suspense>
      </div>
    </>
  );
}

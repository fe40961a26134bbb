import { lazyPart } from '@/shared/ui/lazy-part';
import { Skeleton } from '@/shared/ui/skeleton';
import { TabList, tabPanelProps } from '@/shared/ui/tab-list';
import { OverviewPanel } from './overview-panel';

const WAITING = <Skeleton height={420} className="mt-6" />;

const UsersPanel = lazyPart(() => import('./users-panel'), 'UsersPanel', WAITING);
const WorkspacesPanel = lazyPart(() => import('./workspaces-panel'), 'WorkspacesPanel', WAITING);
const DomainsPanel = lazyPart(() => import('./domains-panel'), 'DomainsPanel', WAITING);
const LinksPanel = lazyPart(() => import('./links-panel'), 'LinksPanel', WAITING);
const RulesPanel = lazyPart(() => import('./rules-panel'), 'RulesPanel', WAITING);
const ReportsPanel = lazyPart(() => import('./reports-panel'), 'ReportsPanel', WAITING);
const DenylistsPanel = lazyPart(() => import('./denylists-panel'), 'DenylistsPanel', WAITING);

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
        <Panel key={value} />
      </div>
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { overviewQuery } from '@/entities/server/overview.queries';
import { formatAgo, formatCount } from '@/shared/lib/format';
import { Badge } from '@/shared/ui/badge';
import { PanelError } from '@/shared/ui/panel-error';
import { Skeleton } from '@/shared/ui/skeleton';
import type { InstallOverview } from './admin.queries';
import { PlansSection } from './plans-section';

const SIGNUP = { open: 'Open to all', invite: 'By invitation', closed: 'Closed' } as const;

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** "12 MB", "1.5 GB". */
function formatBytes(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  return `${value < 10 && power > 0 ? value.toFixed(1) : Math.round(value)} ${UNITS[power]}`;
}

/** Numbers of the install, and the health of the node that answers. */
export function OverviewPanel() {
  const { data, error, refetch } = useQuery(overviewQuery);
  if (error) return <PanelError error={error} onRetry={refetch} />;
  if (!data) return <Skeleton height={420} className="mt-6" />;
  return (
    <div className="mt-6 grid gap-6 lg:grid-cols-2">
      <Facts title="Install" facts={installFacts(data)} />
      <Facts title="This node" facts={nodeFacts(data)} />
      <PlansSection overview={data} />
      <Health checks={data.checks} />
    </div>
  );
}

type Fact = readonly [name: string, value: string, bad?: boolean];

/** "12", or "12, 3 suspended". */
function withPart(total: number, part: number, adjective: string): string {
  return part > 0 ? `${formatCount(total)}, ${formatCount(part)} ${adjective}` : formatCount(total);
}

function installFacts({ counts, signup, records }: InstallOverview): readonly Fact[] {
  return [
    ['Users', withPart(counts.users, counts.suspendedUsers, 'suspended')],
    ['Workspaces', withPart(counts.workspaces, counts.suspendedWorkspaces, 'suspended')],
    ['Domains', withPart(counts.domains, counts.failingDomains, 'without DNS records'), counts.failingDomains > 0],
    ['Links', withPart(counts.links, counts.blockedLinks, 'blocked')],
    ['Open abuse reports', formatCount(counts.openAbuseCases), counts.openAbuseCases > 0],
    ['Sign-up', SIGNUP[signup]],
    ['Records', records],
  ];
}

function nodeFacts({ version, startedAt, disk, journalWaitingBytes, counts }: InstallOverview): readonly Fact[] {
  return [
    ['Version', version],
    ['Started', formatAgo(startedAt)],
    ['Free disk space', formatBytes(disk.freeBytes)],
    ['Data folder', formatBytes(disk.dataBytes)],
    ['Clicks waiting in the journal', formatBytes(journalWaitingBytes)],
    [
      'Background tasks',
      `${formatCount(counts.waitingTasks)} waiting, ${formatCount(counts.failedTasks)} failed`,
      counts.failedTasks > 0,
    ],
  ];
}

function Facts({ title, facts }: { title: string; facts: readonly Fact[] }) {
  return (
    <section className="ui-panel" aria-label={title}>
      <h3 className="p-4 text-18">{title}</h3>
      <dl>
        {facts.map(([name, value, bad]) => (
          <div key={name} className="ui-row">
            <dt className="ui-muted">{name}</dt>
            <dd className="ml-auto text-right font-semibold">{bad ? <Badge tone="bad">{value}</Badge> : value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The names of the checks. Those of another version of the server are shown as the server names them. */
const CHECKS: Readonly<Record<string, string>> = {
  backups: 'Backups',
  certificates: 'Certificates',
  clickLosses: 'Losses in the click store',
  clicks: 'Click store',
  clock: 'Clock',
  disk: 'Disk space',
  domain: 'Default domain',
  journal: 'Click journal',
  journalLosses: 'Losses in the click journal',
  listener: 'Connections',
  log: 'Log',
  media: 'Image store',
  node: 'Node',
  records: 'Database',
  retention: 'Deletion of old clicks',
};

function Health({ checks }: { checks: InstallOverview['checks'] }) {
  return (
    <section className="ui-panel lg:col-span-2" aria-label="Health">
      <h3 className="p-4 text-18">Health</h3>
      <ul>
        {checks.map(({ name, ok, optional, error }) => (
          <li key={name} className="ui-row">
            <div className="min-w-0">
              <p className="font-semibold">{CHECKS[name] ?? name}</p>
              {error && <p className="ui-small ui-muted break-words">{error}</p>}
            </div>
            <span className="ml-auto">
              {ok ? <Badge tone="ok">OK</Badge> : <Badge tone="bad">{optional ? 'Degraded' : 'Failing'}</Badge>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

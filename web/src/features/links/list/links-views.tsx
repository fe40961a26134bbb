import { useQuery } from '@tanstack/react-query';
import { Link as RouteLink } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { linkCounts } from '@/entities/link/link.queries';
import { type SavedView, savedViews } from '@/entities/saved-view/saved-view.queries';
import { t } from '@/shared/i18n/t';
import { formatCount } from '@/shared/lib/format';
import { Button } from '@/shared/ui/button';
import { Icon } from '@/shared/ui/icon';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Menu, MenuItem, MenuRadioGroup, MenuRadioItem, MenuRule } from '@/shared/ui/menu';
import { searchOf, viewQuery } from '../views/view-query';
import { FIRST_PAGE } from './links-params';
import { type ChangeSearch, type LinksSearch, parseLinksSearch } from './links-search';

const ViewDialog = lazyPart(() => import('../views/view-dialog'), 'ViewDialog');

const VIEWS = [
  { status: undefined, label: t('All') },
  { status: 'active', label: t('Active') },
  { status: 'expiring', label: t('Expiring') },
  { status: 'archived', label: t('Archived') },
] as const;

/** Less common views: in the menu, and a tab only while selected. */
const MORE_VIEWS = [
  { status: 'scheduled', label: t('Scheduled') },
  { status: 'expired', label: t('Expired') },
  { status: 'blocked', label: t('Blocked') },
  { status: 'deleted', label: t('Deleted') },
] as const;

type Task = 'save' | 'rename' | 'delete';

interface Props {
  search: LinksSearch;
  onChange: ChangeSearch;
}

/** Tabs for link statuses and saved views. */
export function LinksViews({ search, onChange }: Props) {
  const own = useQuery(savedViews()).data ?? [];
  const [task, setTask] = useState<Task | null>(null);
  const query = viewQuery(search);
  const current = own.find((view) => view.query === query);
  const extra = MORE_VIEWS.filter((view) => view.status === search.status);
  return (
    <div className="links-views">
      <nav className="ui-tabs" aria-label={t('Views')}>
        {[...VIEWS, ...extra].map(({ status, label }) => (
          <Tab
            key={label}
            on={!current && search.status === status}
            search={(prev) => ({ ...(current ? parseLinksSearch({}) : prev), ...FIRST_PAGE, status })}
          >
            {label} {status !== 'deleted' && <ViewCount status={status} />}
          </Tab>
        ))}
        {own.map((view) => (
          <Tab key={view.id} on={view === current} search={() => searchOf(view.query)}>
            <bdi>{view.name}</bdi>
          </Tab>
        ))}
      </nav>
      <ViewsMenu search={search} current={current} onChange={onChange} onTask={setTask} />
      {task && <ViewDialog task={task} query={query} view={current} onClose={() => setTask(null)} />}
    </div>
  );
}

interface TabProps {
  on: boolean;
  search: (prev: LinksSearch) => LinksSearch;
  children: ReactNode;
}

function Tab({ on, search, children }: TabProps) {
  return (
    <RouteLink
      className="ui-tab"
      from="/dashboard/links/"
      to="."
      search={search}
      aria-current={on ? 'page' : undefined}
      activeProps={{}}
      // aria-current is set above; the router's own matching would also mark similar views.
      activeOptions={{ exact: true, explicitUndefined: true }}
    >
      {children}
    </RouteLink>
  );
}

function ViewCount({ status }: { status: Exclude<LinksSearch['status'], 'deleted'> }) {
  const counts = useQuery(linkCounts());
  return <small>{counts.data && formatCount(counts.data[status ?? 'all'])}</small>;
}

interface MenuProps extends Props {
  /** The saved view that equals the current search. */
  current: SavedView | undefined;
  onTask: (task: Task) => void;
}

function ViewsMenu({ search, current, onChange, onTask }: MenuProps) {
  return (
    <Menu
      trigger={
        <Button size="sm" icon tone="quiet" aria-label={t('More views')}>
          <Icon name="more" />
        </Button>
      }
    >
      <MenuRadioGroup
        label={t('Views')}
        value={search.status ?? null}
        onChange={(status) => onChange({ status, ...FIRST_PAGE })}
      >
        {MORE_VIEWS.map(({ status, label }) => (
          <MenuRadioItem key={status} value={status}>
            {label}
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
      <MenuRule />
      {current ? (
        <>
          <MenuItem onSelect={() => onTask('rename')}>{t('Rename “{name}”', { name: current.name })}</MenuItem>
          <MenuItem danger onSelect={() => onTask('delete')}>
            {t('Delete “{name}”', { name: current.name })}
          </MenuItem>
        </>
      ) : (
        <MenuItem onSelect={() => onTask('save')}>{t('Save view')}</MenuItem>
      )}
    </Menu>
  );
}

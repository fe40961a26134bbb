import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '@/shared/api/client';
import { usePagedList } from '@/shared/hooks/use-paged-list';
import { formatAgo, formatCount, formatDate } from '@/shared/lib/format';
import { Badge } from '@/shared/ui/badge';
import { Button } from '@/shared/ui/button';
import type { Column } from '@/shared/ui/data-table';
import { lazyPart } from '@/shared/ui/lazy-part';
import { MenuItem, MenuRule } from '@/shared/ui/menu';
import { type AdminUser, usersQuery } from './admin.queries';
import { AdminList } from './admin-list';
import { menuColumn } from './row-menu';
import { type AdminAction, useAdminAction } from './use-admin-action';

const InviteUserDialog = lazyPart(() => import('./invite-user-dialog'), 'InviteUserDialog');

const path = ({ id }: AdminUser) => ({ params: { path: { id } } });

const suspend = (user: AdminUser): AdminAction => ({
  title: `Suspend ${user.email}?`,
  text: 'The user is logged out everywhere and can’t log in. API keys of the user stop working, and links of the workspaces that the user owns return 410. Nothing is deleted; you can restore the user at any time.',
  verb: 'Suspend user',
  done: `${user.email} suspended`,
  run: () => api.POST('/admin/users/{id}/suspend', path(user)),
});

const restore = (user: AdminUser): AdminAction => ({
  title: `Restore ${user.email}?`,
  text: 'The user can log in again. The workspaces that the user owns are restored as well, and their links work again.',
  verb: 'Restore user',
  tone: 'primary',
  done: `${user.email} restored`,
  run: () => api.POST('/admin/users/{id}/restore', path(user)),
});

const endSessions = (user: AdminUser): AdminAction => ({
  title: `End the sessions of ${user.email}?`,
  text: 'The user is logged out on all devices and can log in again.',
  verb: 'End sessions',
  done: 'Sessions ended',
  run: () => api.DELETE('/admin/users/{id}/sessions', path(user)),
});

const COLUMNS: readonly Column<AdminUser>[] = [
  {
    key: 'user',
    head: 'User',
    cell: ({ email, name, suspended, operator }) => (
      <>
        <span className="flex flex-wrap items-center gap-2">
          <b>{email}</b>
          {operator && <Badge>Operator</Badge>}
          {suspended && <Badge tone="bad">Suspended</Badge>}
        </span>
        <span className="ui-small ui-muted">{name}</span>
      </>
    ),
  },
  { key: 'created', head: 'Signed up', cell: ({ createdAt }) => formatDate(createdAt) },
  { key: 'seen', head: 'Last active', cell: ({ lastSeenAt }) => (lastSeenAt ? formatAgo(lastSeenAt) : '–') },
  { key: 'workspaces', head: 'Workspaces', numeric: true, cell: ({ workspaces }) => formatCount(workspaces) },
  { key: 'sessions', head: 'Sessions', numeric: true, cell: ({ sessions }) => formatCount(sessions) },
];

/** All users of the install. */
export function UsersPanel() {
  const [search, setSearch] = useState('');
  const [inviting, setInviting] = useState(false);
  const pages = usePagedList(search);
  const list = useQuery(usersQuery({ search, cursor: pages.cursor }));
  const [start, dialog] = useAdminAction();
  const actions = menuColumn<AdminUser>(
    ({ email }) => email,
    (user) => (
      <>
        <MenuItem onSelect={() => start(endSessions(user))}>End sessions…</MenuItem>
        <MenuRule />
        {user.suspended ? (
          <MenuItem onSelect={() => start(restore(user))}>Restore…</MenuItem>
        ) : (
          <MenuItem danger onSelect={() => start(suspend(user))}>
            Suspend…
          </MenuItem>
        )}
      </>
    ),
  );
  return (
    <>
      <AdminList
        noun="user"
        placeholder="Name or email"
        search={search}
        onSearch={setSearch}
        list={list}
        pages={pages}
        columns={[...COLUMNS, actions]}
        empty="Users appear here after their sign-up."
      >
        <Button onClick={() => setInviting(true)}>Invite user</Button>
      </AdminList>
      {dialog}
      {inviting && <InviteUserDialog onClose={() => setInviting(false)} />}
    </>
  );
}

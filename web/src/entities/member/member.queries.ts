import { queryOptions } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';
import type { components } from '@/shared/api/schema';
import { activeWorkspaceId, workspaceKey } from '@/shared/api/workspace-key';
import { t } from '@/shared/i18n/t';

export type Member = components['schemas']['Member'];
export type Invitation = components['schemas']['Invitation'];
export type Role = Member['role'];

/** The roles, from the most to the fewest permissions, with what each may do. */
export const ROLES: readonly { value: Role; label: string; about: string }[] = [
  { value: 'owner', label: t('Owner'), about: t('Everything, including transfer and deletion of the workspace.') },
  { value: 'admin', label: t('Admin'), about: t('Manages members, domains, settings and deleted links.') },
  { value: 'editor', label: t('Editor'), about: t('Creates and edits links, QR codes, tags and shared reports.') },
  { value: 'viewer', label: t('Viewer'), about: t('Reads links and reports.') },
];

export function roleLabel(role: Role): string {
  return ROLES.find(({ value }) => value === role)?.label ?? role;
}

/** The roles that a member with a role may give and change: its own and those with fewer permissions. */
export function rolesUpTo(own: Role): typeof ROLES {
  return ROLES.slice(ROLES.findIndex(({ value }) => value === own));
}

export const memberKeys = {
  get all() {
    return workspaceKey('members');
  },
  get list() {
    return workspaceKey('members', 'list');
  },
  detail: (userId: string) => workspaceKey('members', 'detail', userId),
  get invitations() {
    return workspaceKey('members', 'invitations');
  },
};

/** The path parameters of the active workspace. */
export function inWorkspace() {
  return { id: activeWorkspaceId() };
}

/** The members of the workspace, in the order of joining. */
export function memberList() {
  return queryOptions({
    queryKey: memberKeys.list,
    queryFn: async ({ signal }) =>
      (await body(api.GET('/workspaces/{id}/members', { params: { path: inWorkspace() }, signal }))).items,
  });
}

/** A member with the number of items that the member created. */
export function memberDetail(userId: string) {
  return queryOptions({
    queryKey: memberKeys.detail(userId),
    queryFn: ({ signal }) =>
      body(api.GET('/workspaces/{id}/members/{userId}', { params: { path: { ...inWorkspace(), userId } }, signal })),
  });
}

/** The pending invitations to the workspace, newest first. */
export function pendingInvitations() {
  return queryOptions({
    queryKey: memberKeys.invitations,
    queryFn: async ({ signal }) =>
      (await body(api.GET('/workspaces/{id}/invitations', { params: { path: inWorkspace() }, signal }))).items,
  });
}

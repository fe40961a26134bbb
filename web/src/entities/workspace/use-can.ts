import { useQuery } from '@tanstack/react-query';
import { currentWorkspace } from './workspace.queries';

/** The permissions that the interface checks, with the action that each allows. The server checks all of them. */
const ACTIONS = {
  'links:write': 'edit links and QR codes',
  'shares:manage': 'share reports',
  'workspace:manage': 'change workspace settings',
  'domains:manage': 'manage domains',
  'keys:manage': 'manage API keys',
  'webhooks:manage': 'manage webhooks',
  'audit:read': 'see the audit log',
  'members:manage': 'manage members',
  'folders:manage': 'choose who sees a folder',
  'workspace:transfer': 'transfer the workspace',
  'workspace:delete': 'delete the workspace',
  'billing:manage': 'manage billing',
  'clicks:delete': 'delete clicks',
  'aliases:free': 'release aliases',
  'sso:manage': 'manage single sign-on',
} as const;

export type Permission = keyof typeof ACTIONS;

/** Why the user may not do something, as a sentence; undefined when they may, and until the workspace has loaded. */
export function useDenied(permission: Permission): string | undefined {
  const { data: workspace } = useQuery(currentWorkspace());
  // A server of an earlier version sends no permissions and decides alone.
  if (workspace?.permissions?.includes(permission) ?? true) return undefined;
  return `Your role (${workspace?.role}) can't ${ACTIONS[permission]}. Ask an owner or admin.`;
}

/** Whether the user has a permission; true until the workspace has loaded. */
export function useCan(permission: Permission): boolean {
  return useDenied(permission) === undefined;
}

import { useQuery } from '@tanstack/react-query';
import { t } from '@/shared/i18n/t';
import { currentWorkspace } from './workspace.queries';

type Denial = (values: { role: string }) => string;

/** The permissions that the interface checks, with why a role has none. The server checks all of them. */
const DENIALS = {
  'links:write': (role) => t("Your role ({role}) can't edit links and QR codes. Ask an owner or admin.", role),
  'shares:manage': (role) => t("Your role ({role}) can't share reports. Ask an owner or admin.", role),
  'workspace:manage': (role) => t("Your role ({role}) can't change workspace settings. Ask an owner or admin.", role),
  'domains:manage': (role) => t("Your role ({role}) can't manage domains. Ask an owner or admin.", role),
  'keys:manage': (role) => t("Your role ({role}) can't manage API keys. Ask an owner or admin.", role),
  'webhooks:manage': (role) => t("Your role ({role}) can't manage webhooks. Ask an owner or admin.", role),
  'audit:read': (role) => t("Your role ({role}) can't see the audit log. Ask an owner or admin.", role),
  'members:manage': (role) => t("Your role ({role}) can't manage members. Ask an owner or admin.", role),
  'folders:manage': (role) => t("Your role ({role}) can't choose who sees a folder. Ask an owner or admin.", role),
  'workspace:transfer': (role) => t("Your role ({role}) can't transfer the workspace. Ask an owner or admin.", role),
  'workspace:delete': (role) => t("Your role ({role}) can't delete the workspace. Ask an owner or admin.", role),
  'billing:manage': (role) => t("Your role ({role}) can't manage billing. Ask an owner or admin.", role),
  'clicks:delete': (role) => t("Your role ({role}) can't delete clicks. Ask an owner or admin.", role),
  'aliases:free': (role) => t("Your role ({role}) can't release aliases. Ask an owner or admin.", role),
  'sso:manage': (role) => t("Your role ({role}) can't manage single sign-on. Ask an owner or admin.", role),
} as const satisfies Record<string, Denial>;

export type Permission = keyof typeof DENIALS;

/** Why the user may not do something, as a sentence; undefined when they may, and until the workspace has loaded. */
export function useDenied(permission: Permission): string | undefined {
  const { data: workspace } = useQuery(currentWorkspace());
  // A server of an earlier version sends no permissions and decides alone.
  if (workspace?.permissions?.includes(permission) ?? true) return undefined;
  return DENIALS[permission]({ role: workspace?.role ?? '' });
}

/** Whether the user has a permission; true until the workspace has loaded. */
export function useCan(permission: Permission): boolean {
  return useDenied(permission) === undefined;
}

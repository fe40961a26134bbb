import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { currentWorkspace } from '@/entities/workspace/workspace.queries';
import { ApiError, messageOf } from '@/shared/api/errors';
import { reauthentication } from '@/shared/api/reauthentication';
import { TIMING } from '@/shared/config/timing';
import { t } from '@/shared/i18n/t';
import { sessionStore } from '@/shared/lib/session-store';
import { addressedWorkspace } from '@/shared/lib/workspace-address';
import { lazyPart } from '@/shared/ui/lazy-part';
import { PageTitle } from '@/shared/ui/page-title';

const WorkspaceChoice = lazyPart(() => import('@/widgets/workspaces/workspace-choice'), 'WorkspaceChoice');

/** The screens that are not part of a workspace: the account, the operator's, help. */
const OUTSIDE = /^\/dashboard\/(account|admin|help)(\/|$)/;

/** The codes with which the server keeps a user out of a workspace, each with the title that says it. */
const TITLES: Readonly<Record<string, string>> = {
  not_found: t('Workspace not found'),
  gone: t('Workspace deleted'),
  forbidden: t('Workspace suspended'),
  reauthentication_required: t('Workspace locked'),
};

/**
 * Shows a screen of the workspace, or why the user cannot open the workspace, with those that they can. Opens the page
 * of single sign-on where the workspace requires it. Asks for a factor of the account where the session began with the
 * single sign-on of another workspace.
 */
export function WorkspaceGate({ children }: { children: ReactNode }) {
  // The plan, the role and the name may be changed elsewhere.
  const { data, error } = useQuery({ ...currentWorkspace(), refetchInterval: TIMING.pollMs });
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const code = error instanceof ApiError && !OUTSIDE.test(pathname) ? error.code : '';
  useEffect(() => {
    if (code === 'sso_required') void navigate({ to: '/login/sso', replace: true });
    if (code === 'reauthentication_required') void reauthentication.request();
  }, [code, navigate]);
  const title = TITLES[code];
  const last = title ? undefined : addressedWorkspace();
  useEffect(() => {
    if (data || title) sessionStore.setPreferences({ workspaceId: last });
  }, [data, title, last]);
  if (!title) return children;
  return (
    <>
      <PageTitle title={title} lead={messageOf(error)} />
      <div className="mt-6 max-w-xl">
        <WorkspaceChoice />
      </div>
    </>
  );
}

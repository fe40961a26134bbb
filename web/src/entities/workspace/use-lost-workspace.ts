import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ApiError } from '@/shared/api/errors';
import { reauthentication } from '@/shared/api/reauthentication';
import { switchWorkspace } from './switch-workspace';
import { currentWorkspace } from './workspace.queries';

/**
 * Switches to the user's first workspace when the chosen one was deleted or the user was removed from it. Opens the page
 * of single sign-on when the workspace requires it. Asks for a factor of the account when the session began with the
 * single sign-on of another workspace.
 */
export function useLostWorkspace(workspaceId: string | undefined): void {
  const { error } = useQuery({ ...currentWorkspace(), enabled: workspaceId !== undefined });
  const lost = workspaceId !== undefined && error instanceof ApiError && (error.status === 404 || error.status === 410);
  useEffect(() => {
    if (lost) switchWorkspace(undefined);
  }, [lost]);
  const navigate = useNavigate();
  const closed = error instanceof ApiError && error.code === 'sso_required';
  useEffect(() => {
    if (closed) void navigate({ to: '/login/sso', replace: true });
  }, [closed, navigate]);
  const confined = error instanceof ApiError && error.code === 'reauthentication_required';
  useEffect(() => {
    if (!confined) return;
    void reauthentication.request().then((confirmed) => confirmed || switchWorkspace(undefined));
  }, [confined]);
}

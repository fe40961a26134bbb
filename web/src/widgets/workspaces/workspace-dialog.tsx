import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { profileQuery } from '@/entities/session/me.queries';
import { switchWorkspace } from '@/entities/workspace/switch-workspace';
import { currentWorkspace, deletedWorkspaces, planLabel, workspaceList } from '@/entities/workspace/workspace.queries';
import { api, body } from '@/shared/api/client';
import { messageOf } from '@/shared/api/errors';
import { reauthentication } from '@/shared/api/reauthentication';
import { installFacts } from '@/shared/config/product';
import { formatDate } from '@/shared/lib/format';
import { browserTimeZone } from '@/shared/lib/time-zone';
import { Badge } from '@/shared/ui/badge';
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { Field, Input } from '@/shared/ui/field';
import { PanelError } from '@/shared/ui/panel-error';
import { Skeleton } from '@/shared/ui/skeleton';
import { toast } from '@/shared/ui/toast';

/** Switches to another workspace, creates one, or restores a deleted one. */
export function WorkspaceDialog({ onClose }: { onClose: () => void }) {
  const { data: workspaces, error, refetch } = useQuery(workspaceList());
  const { data: current } = useQuery(currentWorkspace());
  const { data: profile } = useQuery(profileQuery);
  return (
    <Dialog open onClose={onClose} title="Workspaces" width={520}>
      {error ? (
        <PanelError error={error} onRetry={refetch} />
      ) : workspaces ? (
        <ul className="ui-panel" aria-label="Workspaces">
          {workspaces.map((workspace) => (
            <li key={workspace.id} className="ui-row first:border-t-0">
              <div className="min-w-0 flex-1">
                <p className="ui-truncate font-semibold">{workspace.name}</p>
                <p className="ui-small ui-muted">
                  {installFacts().plans && `${planLabel(workspace.plan)} · `}
                  {workspace.role}
                </p>
              </div>
              {workspace.id === current?.id ? (
                <Badge tone="ok">Current</Badge>
              ) : (
                <Button
                  size="sm"
                  aria-label={`Switch to ${workspace.name}`}
                  onClick={() => {
                    switchWorkspace(workspace.id);
                    onClose();
                  }}
                >
                  Switch
                </Button>
              )}
            </li>
          ))}
        </ul>
      ) : (
        <Skeleton height={58} />
      )}
      {profile?.confinedTo ? (
        <OtherWorkspaces />
      ) : (
        <>
          <DeletedWorkspaces />
          <CreateWorkspace onDone={onClose} />
        </>
      )}
    </Dialog>
  );
}

/** What a session of single sign-on shows instead of the user's other workspaces. */
function OtherWorkspaces() {
  return (
    <p className="ui-notice mt-6 flex-wrap">
      <span className="min-w-0 flex-1 basis-64">
        You logged in with single sign-on, which opens this workspace only.
      </span>
      <Button onClick={() => void reauthentication.request()}>Open other workspaces</Button>
    </p>
  );
}

function CreateWorkspace({ onDone }: { onDone: () => void }) {
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const create = useMutation({
    mutationFn: () => body(api.POST('/workspaces', { body: { name, timeZone: browserTimeZone() } })),
    onSuccess: async (workspace) => {
      await queries.invalidateQueries({ queryKey: ['workspaces'] });
      switchWorkspace(workspace.id);
      toast({ title: 'Workspace created', text: workspace.name });
      onDone();
    },
  });
  return (
    <form
      noValidate
      className="mt-6"
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate();
      }}
    >
      <Field label="New workspace" error={create.isError ? messageOf(create.error) : undefined}>
        {(field) => (
          <div className="ui-joined ui-full">
            <Input
              {...field}
              value={name}
              maxLength={80}
              placeholder="Name"
              autoComplete="off"
              onChange={(event) => setName(event.target.value)}
            />
            <Button type="submit" tone="primary" busy={create.isPending} disabled={name.trim() === ''}>
              Create
            </Button>
          </div>
        )}
      </Field>
    </form>
  );
}

function DeletedWorkspaces() {
  const queries = useQueryClient();
  const { data: deleted } = useQuery(deletedWorkspaces());
  const restore = useMutation({
    mutationFn: (id: string) => body(api.POST('/workspaces/{id}/restore', { params: { path: { id } } })),
    onSuccess: (workspace) => toast({ title: 'Workspace restored', text: workspace.name }),
    onError: (error) => toast({ title: 'Couldn’t restore the workspace', text: messageOf(error), tone: 'bad' }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['workspaces'] }),
  });
  if (!deleted?.length) return null;
  return (
    <section className="mt-6">
      <h3 className="mb-2 font-semibold">Deleted</h3>
      <ul className="ui-panel" aria-label="Deleted workspaces">
        {deleted.map((workspace) => (
          <li key={workspace.id} className="ui-row first:border-t-0">
            <div className="min-w-0 flex-1">
              <p className="ui-truncate font-semibold">{workspace.name}</p>
              {workspace.purgeAt && (
                <p className="ui-small ui-muted">Can be restored until {formatDate(workspace.purgeAt)}.</p>
              )}
            </div>
            <Button
              size="sm"
              aria-label={`Restore ${workspace.name}`}
              busy={restore.isPending && restore.variables === workspace.id}
              onClick={() => restore.mutate(workspace.id)}
            >
              Restore
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

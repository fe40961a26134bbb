import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { profileQuery } from '@/entities/session/me.queries';
import { planLabel } from '@/entities/workspace/workspace.queries';
import { workspaceList } from '@/entities/workspace/workspace-lists.queries';
import { api, body } from '@/shared/api/client';
import { reauthentication } from '@/shared/api/reauthentication';
import { FormSummary } from '@/shared/forms/form-summary';
import { useAppForm } from '@/shared/forms/use-app-form';
import { t } from '@/shared/i18n/t';
import { browserTimeZone } from '@/shared/lib/time-zone';
import { addressedWorkspace, dashboardAddress, openWorkspace } from '@/shared/lib/workspace-address';
import { Badge } from '@/shared/ui/badge';
import { Button, buttonClass } from '@/shared/ui/button';
import { Field, Input } from '@/shared/ui/field';
import { PanelError } from '@/shared/ui/panel-error';
import { Skeleton } from '@/shared/ui/skeleton';
import { DeletedWorkspaces } from './deleted-workspaces';

/** The user's workspaces as links, with a form for a new one and the deleted ones that can be restored. */
export function WorkspaceChoice() {
  const { data: workspaces, error, refetch } = useQuery(workspaceList());
  // The first of the list is the one that an address without a workspace means.
  const current = addressedWorkspace() ?? workspaces?.[0]?.id;
  const { data: profile } = useQuery(profileQuery);
  return (
    <>
      {error ? (
        <PanelError error={error} onRetry={refetch} />
      ) : workspaces ? (
        <ul className="ui-panel" aria-label={t('Workspaces')}>
          {workspaces.map((workspace) => (
            <li key={workspace.id} className="ui-row first:border-t-0">
              <div className="min-w-0 flex-1">
                <p dir="auto" className="ui-truncate font-semibold">
                  {workspace.name}
                </p>
                <p className="ui-small ui-muted">
                  {workspace.hasPlans && `${planLabel(workspace.plan)} · `}
                  {workspace.role}
                </p>
              </div>
              {workspace.id === current ? (
                <Badge tone="ok">{t('Current')}</Badge>
              ) : (
                <a
                  href={dashboardAddress(workspace.id)}
                  className={buttonClass({ size: 'sm' })}
                  aria-label={t('Switch to {name}', { name: workspace.name })}
                >
                  {t('Switch')}
                </a>
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
          <CreateWorkspace />
        </>
      )}
    </>
  );
}

/** What a session of single sign-on shows instead of the user's other workspaces. */
function OtherWorkspaces() {
  return (
    <p className="ui-notice mt-6 flex-wrap">
      <span className="min-w-0 flex-1 basis-64">
        {t('You logged in with single sign-on, which opens this workspace only.')}
      </span>
      <Button onClick={() => void reauthentication.request()}>{t('Open other workspaces')}</Button>
    </p>
  );
}

const newWorkspace = z.object({ name: z.string().check(z.trim(), z.minLength(1, t('Enter a name.'))) });

function CreateWorkspace() {
  const form = useAppForm({
    schema: newWorkspace,
    defaultValues: { name: '' },
    guard: false, // the page is left when it succeeds
    onSubmit: ({ name }) => body(api.POST('/workspaces', { body: { name, timeZone: browserTimeZone() } })),
    onSuccess: ({ id }) => openWorkspace(id),
  });
  return (
    <form noValidate className="mt-6 grid gap-4" onSubmit={form.submit}>
      <Field label={t('New workspace')} error={form.errorOf('name')}>
        {(field) => (
          <div className="ui-joined ui-full">
            <Input {...field} maxLength={80} placeholder={t('Name')} autoComplete="off" {...form.register('name')} />
            <Button type="submit" tone="primary" busy={form.isPending}>
              {t('Create')}
            </Button>
          </div>
        )}
      </Field>
      <FormSummary messages={form.summary} />
    </form>
  );
}

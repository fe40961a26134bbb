import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import * as z from 'zod/mini';
import { adminKey } from '@/entities/server/overview.queries';
import { api, body } from '@/shared/api/client';
import { FormSummary } from '@/shared/forms/form-summary';
import { useAppForm } from '@/shared/forms/use-app-form';
import { formatCount, formatDate, formatDateTime, plural } from '@/shared/lib/format';
import { Button } from '@/shared/ui/button';
import { Dialog, DialogClose } from '@/shared/ui/dialog';
import { Field, Input } from '@/shared/ui/field';
import { PanelError } from '@/shared/ui/panel-error';
import { Select } from '@/shared/ui/select';
import { Skeleton } from '@/shared/ui/skeleton';
import { toast } from '@/shared/ui/toast';
import { type AbuseCaseDetails, abuseCaseQuery } from './admin.queries';
import { ACTIONS, REASONS } from './report-kinds';

const CHOICES = [
  { value: 'block_link', label: 'Block the link', about: 'Visitors get 451. The workspace can’t undo it.' },
  {
    value: 'block_host',
    label: 'Block the host of the destination',
    about: 'All links to this host return 451, in all workspaces.',
  },
  {
    value: 'suspend_workspace',
    label: 'Suspend the workspace',
    about: 'All its links return 410, and its members lose access.',
  },
  { value: 'dismiss', label: 'Dismiss the reports', about: 'The link stays available.' },
] as const;

const schema = z.object({
  action: z.enum(['block_link', 'block_host', 'suspend_workspace', 'dismiss']),
  note: z.string().check(z.trim()),
});

/** A case of abuse reports, with the decision of the operator. */
export function ReportDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery(abuseCaseQuery(id));
  const open = data?.state === 'open';
  const [busy, setBusy] = useState(false);
  return (
    <Dialog
      open
      onClose={onClose}
      title={data ? `Reports about ${data.shortLink}` : 'Reports'}
      width={640}
      footer={
        <>
          <DialogClose>Close</DialogClose>
          {open && (
            <Button type="submit" form="report-form" tone="primary" busy={busy}>
              Resolve case
            </Button>
          )}
        </>
      }
    >
      {error ? (
        <PanelError error={error} onRetry={refetch} />
      ) : !data ? (
        <Skeleton height={320} />
      ) : (
        <div className="grid gap-6">
          <Facts of={data} />
          <Reports of={data} />
          {open && <Decision of={data} onClose={onClose} onBusy={setBusy} />}
        </div>
      )}
    </Dialog>
  );
}

function Facts({ of }: { of: AbuseCaseDetails }) {
  const facts: readonly (readonly [name: string, value: string])[] = [
    ['Destination', of.isPage ? 'Bio page' : of.url || 'Deleted for good'],
    ['Workspace', of.suspended ? `${of.workspaceName} (suspended)` : of.workspaceName],
    ['Created', of.linkCreatedAt ? formatDate(of.linkCreatedAt) : '–'],
    ['Clicks', formatCount(of.clicks)],
    ['First report', formatDateTime(of.createdAt)],
    ...(of.action ? ([['Outcome', of.note ? `${ACTIONS[of.action]}: ${of.note}` : ACTIONS[of.action]]] as const) : []),
  ];
  return (
    <dl className="ui-panel">
      {facts.map(([name, value]) => (
        <div key={name} className="ui-row">
          <dt className="ui-muted">{name}</dt>
          <dd className="ml-auto min-w-0 break-words text-right">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Reports({ of: { items, reports } }: { of: AbuseCaseDetails }) {
  return (
    <section aria-label="Reports">
      <p className="ui-small ui-muted mb-2">
        {plural(reports, 'report')}
        {reports > items.length && `, the details of ${formatCount(items.length)} are stored`}
      </p>
      <ul className="ui-panel">
        {items.map((report) => (
          <li key={report.id} className="ui-row items-start first:border-t-0">
            <div className="min-w-0 flex-1">
              <p className="font-semibold">{REASONS[report.reason]}</p>
              {report.details && <p className="break-words whitespace-pre-line">{report.details}</p>}
              <p className="ui-small ui-muted break-words">
                {[formatDateTime(report.createdAt), report.email].filter(Boolean).join(' · ')}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface DecisionProps {
  of: AbuseCaseDetails;
  onClose: () => void;
  /** Called when the request begins and when it ends. */
  onBusy: (busy: boolean) => void;
}

function Decision({ of, onClose, onBusy }: DecisionProps) {
  const queries = useQueryClient();
  const options = of.isPage ? CHOICES.filter(({ value }) => !value.startsWith('block')) : CHOICES;
  const path = { params: { path: { id: of.id } } };
  const form = useAppForm({
    schema,
    defaultValues: { action: of.isPage ? 'dismiss' : 'block_link', note: '' } as z.infer<typeof schema>,
    onSubmit: async ({ action, note }) => {
      onBusy(true);
      try {
        return action === 'suspend_workspace'
          ? await body(api.POST('/admin/abuse-cases/{id}/suspend-workspace', { ...path, body: { note } }))
          : await body(api.POST('/admin/abuse-cases/{id}/resolve', { ...path, body: { action, note } }));
      } finally {
        onBusy(false);
      }
    },
    onSuccess: async ({ shortLink, action }) => {
      toast({ title: action ? `${shortLink}: ${ACTIONS[action].toLowerCase()}` : shortLink });
      onClose();
      await queries.invalidateQueries({ queryKey: adminKey });
    },
    errorTitle: 'Couldn’t resolve the case',
  });
  const { field } = useController({ control: form.control, name: 'action' });
  return (
    <form id="report-form" noValidate onSubmit={form.submit} className="grid gap-4">
      <Field
        label="Decision"
        error={form.errorOf('action')}
        hint={options.find(({ value }) => value === field.value)?.about}
      >
        {(control) => (
          <Select {...control} ref={field.ref} value={field.value} options={options} onChange={field.onChange} />
        )}
      </Field>
      <Field label="Note (optional)" error={form.errorOf('note')} hint="Only operators see it.">
        {(control) => <Input {...control} autoComplete="off" {...form.register('note')} />}
      </Field>
      <p className="ui-small ui-muted">Reporters who left an address get an email about the outcome.</p>
      <FormSummary messages={form.summary} />
    </form>
  );
}

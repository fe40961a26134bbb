import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { folders } from '@/entities/label/label.queries';
import { linkHistory, linkKeys } from '@/entities/link/link.queries';
import type { Link, LinkVersion } from '@/entities/link/link.types';
import { invalidateLinks } from '@/entities/link/update-link';
import { useEntryZone } from '@/entities/workspace/use-workspace-zone';
import { api, body } from '@/shared/api/client';
import { messageOf } from '@/shared/api/errors';
import { formatAgo, formatDateTime } from '@/shared/lib/format';
import { Badge } from '@/shared/ui/badge';
import { Button } from '@/shared/ui/button';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { PanelError } from '@/shared/ui/panel-error';
import { Skeleton } from '@/shared/ui/skeleton';
import { toast } from '@/shared/ui/toast';
import { fieldName, stepText } from './history-text';
import { ValueChange } from './value-change';
import './history.css';

/** Goes back to a version, and from there to the one before, should that have been a mistake. */
function useRevert(id: string) {
  const queries = useQueryClient();
  const revert = useMutation({
    mutationFn: ({ version }: { version: number; undo?: number }) =>
      body(api.POST('/links/{id}/revert', { params: { path: { id } }, body: { version } })),
    onSuccess: (link, { version, undo }) => {
      queries.setQueryData(linkKeys.detail(id), link);
      void queries.invalidateQueries({ queryKey: linkKeys.history(id) });
      invalidateLinks(queries);
      toast({
        title: `Version ${version} restored`,
        action: undo === undefined ? undefined : { label: 'Undo', run: () => revert.mutate({ version: undo }) },
      });
    },
    onError: (error, { version }) =>
      toast({ title: `Version ${version} was not restored`, text: messageOf(error), tone: 'bad' }),
  });
  return revert;
}

/** Who changed what of a link, the newest first, with the way back to each version. */
export function HistoryPanel({ link }: { link: Link }) {
  const history = useQuery(linkHistory(link.id));
  const known = useQuery(folders());
  const revert = useRevert(link.id);
  const [asked, setAsked] = useState<number | null>(null);
  const names = new Map(known.data?.map((folder) => [folder.id, folder.name]));
  if (history.error) return <PanelError error={history.error} onRetry={history.refetch} />;
  if (!history.data) return <Skeleton height={240} />;
  return (
    <section className="panel" aria-labelledby="history-title">
      <h2 id="history-title" className="sr">
        History
      </h2>
      <ol className="history">
        {history.data.map((step) => (
          <Step
            key={`${step.version} ${step.kind} ${step.at}`}
            step={step}
            now={step.version === link.version && step.kind !== 'deleted'}
            folders={names}
            busy={revert.isPending}
            onRestore={() => setAsked(step.version)}
          />
        ))}
      </ol>
      <ConfirmDialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={`Restore version ${asked ?? ''}?`}
        action="Restore"
        tone="primary"
        onConfirm={() => {
          if (asked !== null) revert.mutate({ version: asked, undo: link.version });
          setAsked(null);
        }}
      >
        <p>
          All settings of the link become those of this version. The version that is in use now stays in the history.
        </p>
      </ConfirmDialog>
    </section>
  );
}

interface StepProps {
  step: LinkVersion;
  /** The link is as this step left it. */
  now: boolean;
  folders: ReadonlyMap<string, string>;
  busy: boolean;
  onRestore: () => void;
}

function Step({ step, now, folders: names, busy, onRestore }: StepProps) {
  const zone = useEntryZone();
  return (
    <li>
      <div className="head">
        <b>{stepText(step)}</b>
        <time className="small muted" dateTime={step.at} title={`${formatDateTime(step.at, zone)} (${zone})`}>
          {formatAgo(step.at)}
        </time>
        {now && <Badge tone="ok">Now</Badge>}
        {!now && step.kind !== 'deleted' && (
          <Button size="sm" disabled={busy} aria-label={`Restore version ${step.version}`} onClick={onRestore}>
            Restore
          </Button>
        )}
      </div>
      {step.changes.length > 0 && (
        <dl>
          {step.changes.map((change) => (
            <div key={change.field}>
              <dt>{fieldName(change.field)}</dt>
              <dd>
                <ValueChange change={change} made={step.kind === 'created'} folders={names} zone={zone} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}

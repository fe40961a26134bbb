import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Folder } from '@/entities/label/label.queries';
import { folderDenied, useLabelsById } from '@/entities/label/use-labels-by-id';
import { linkHistory, linkKeys } from '@/entities/link/link.queries';
import type { Link, LinkVersion } from '@/entities/link/link.types';
import { fieldLabel, linkField } from '@/entities/link/link-fields';
import { invalidateLinks } from '@/entities/link/update-link';
import { PermissionButton } from '@/entities/workspace/ui/permission-controls';
import { useEntryZone } from '@/entities/workspace/use-workspace-zone';
import { api, body } from '@/shared/api/client';
import { messageOf } from '@/shared/api/errors';
import { t } from '@/shared/i18n/t';
import { formatAgo, formatDateTime } from '@/shared/lib/format';
import { Badge } from '@/shared/ui/badge';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { PanelError } from '@/shared/ui/panel-error';
import { Skeleton } from '@/shared/ui/skeleton';
import { toast } from '@/shared/ui/toast';
import { formatVersionTitle } from './history-text';
import { ValueChange } from './value-change';
import './history.css';

/** Reverts a link to a version. The success toast offers to undo that. */
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
        title: t('Reverted to version {version}', { version }),
        action: undo === undefined ? undefined : { label: t('Undo'), run: () => revert.mutate({ version: undo }) },
      });
    },
    onError: (error, { version }) =>
      toast({ title: t('Couldn’t revert to version {version}', { version }), text: messageOf(error), tone: 'bad' }),
  });
  return revert;
}

/** The ids of the folders in which the link is, and in which it was. */
function folderIds(link: Link, versions: readonly LinkVersion[]): string[] {
  const changes = versions
    .flatMap((version) => version.changes)
    .filter(({ field }) => linkField(field)?.kind === 'folder');
  return [link.folderId, ...changes.flatMap(({ from, to }) => [from, to])].filter((id) => typeof id === 'string');
}

/** The name of a folder: null is one that does not exist anymore. */
function folderName(folder: Folder | null | undefined): string {
  return folder === null ? t('Deleted folder') : (folder?.name ?? '…');
}

/** The link's versions, newest first, each with its changes and a revert action. */
export function HistoryPanel({ link }: { link: Link }) {
  const history = useQuery(linkHistory(link.id));
  const folders = useLabelsById('folders', folderIds(link, history.data ?? []));
  const revert = useRevert(link.id);
  const [confirming, setConfirming] = useState<number | null>(null);
  const denied = link.folderId ? folderDenied(folders.get(link.folderId)) : undefined;
  if (history.error) return <PanelError error={history.error} onRetry={history.refetch} />;
  if (!history.data) return <Skeleton height={240} />;
  return (
    <section className="ui-panel mt-5" aria-labelledby="history-title">
      <h2 id="history-title" className="ui-sr-only">
        {t('History')}
      </h2>
      <ol className="history-panel">
        {history.data.map((version) => (
          <Version
            key={`${version.version} ${version.kind} ${version.at}`}
            version={version}
            isCurrent={version.version === link.version && version.kind !== 'deleted'}
            nameOf={(id) => folderName(folders.get(id))}
            busy={revert.isPending}
            denied={denied}
            onRevert={() => setConfirming(version.version)}
          />
        ))}
      </ol>
      <ConfirmDialog
        open={confirming !== null}
        onClose={() => setConfirming(null)}
        title={t('Revert to version {version}?', { version: confirming ?? '' })}
        action={t('Revert')}
        tone="primary"
        onConfirm={() => {
          if (confirming !== null) revert.mutate({ version: confirming, undo: link.version });
          setConfirming(null);
        }}
      >
        <p>
          {t(
            'All settings of the link are replaced by those of this version. The current version stays in the history.',
          )}
        </p>
      </ConfirmDialog>
    </section>
  );
}

interface VersionProps {
  version: LinkVersion;
  isCurrent: boolean;
  /** The name of the folder with an id. */
  nameOf: (id: string) => string;
  busy: boolean;
  /** Why the link may not be changed. */
  denied: string | undefined;
  onRevert: () => void;
}

function Version({ version, isCurrent, nameOf, busy, denied, onRevert }: VersionProps) {
  const zone = useEntryZone();
  return (
    <li>
      <div className="history-head">
        <b>{formatVersionTitle(version)}</b>
        <time
          className="ui-small ui-muted"
          dateTime={version.at}
          title={`${formatDateTime(version.at, zone)} (${zone})`}
        >
          {formatAgo(version.at)}
        </time>
        {isCurrent && <Badge tone="ok">{t('Current')}</Badge>}
        {!isCurrent && version.kind !== 'deleted' && (
          <PermissionButton
            permission="links:write"
            denied={denied}
            size="sm"
            disabled={busy}
            aria-label={t('Revert to version {version}', { version: version.version })}
            onClick={onRevert}
          >
            {t('Revert')}
          </PermissionButton>
        )}
      </div>
      {version.changes.length > 0 && (
        <dl>
          {version.changes.map((change) => (
            <div key={change.field}>
              <dt>{fieldLabel(change.field)}</dt>
              <dd>
                <ValueChange change={change} created={version.kind === 'created'} folderName={nameOf} zone={zone} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}

import { useState } from 'react';
import { type Alert, useAlertActions } from '@/entities/alert/alert.queries';
import { useUser } from '@/entities/session/use-session';
import { useCan } from '@/entities/workspace/use-can';
import { useWorkspaceZone } from '@/entities/workspace/use-workspace-zone';
import { t } from '@/shared/i18n/t';
import { formatDateTime } from '@/shared/lib/format';
import { Badge } from '@/shared/ui/badge';
import { Button } from '@/shared/ui/button';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { Icon } from '@/shared/ui/icon';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Menu, MenuItem, MenuRule } from '@/shared/ui/menu';
import { PanelItem } from '@/shared/ui/panel-item';
import { toastResult } from '@/shared/ui/toast-result';
import { alertSentence } from './alert-texts';
import { filterText } from './report-texts';
import './scheduled.css';

const AlertForm = lazyPart(() => import('./alert-form'), 'AlertForm');

/** An alert with its actions. */
export function AlertRow({ alert }: { alert: Alert }) {
  const zone = useWorkspaceZone();
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null);
  const { pause, remove } = useAlertActions(alert.id);
  const isAdmin = useCan('workspace:manage');
  const isOwn = useUser()?.id === alert.createdBy;
  const { name, kind, percent = 0, minClicks = 0, filters, receivers, lastRaisedAt, paused } = alert;
  const names = (receivers ?? []).map((to) => to.name ?? t('a former member'));
  return (
    <PanelItem>
      <div className="scheduled-name">
        <h3 className="flex flex-wrap items-center gap-2 font-semibold">
          {name}
          {paused && <Badge>{t('Paused')}</Badge>}
        </h3>
        <span className="ui-small ui-muted">{alertSentence({ kind, names, percent, minClicks })}</span>
        <span className="ui-small ui-muted">
          {[
            ...(filters ?? []).map(filterText),
            lastRaisedAt ? t('Last raised {date}', { date: formatDateTime(lastRaisedAt, zone) }) : t('Never raised'),
            !isOwn && alert.creatorName && t('Created by {name}', { name: alert.creatorName }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </div>
      {(isOwn || isAdmin) && (
        <Menu
          trigger={
            <Button size="sm" tone="quiet" aria-label={t('Actions for {name}', { name })}>
              <Icon name="more" />
            </Button>
          }
        >
          <MenuItem onSelect={() => setOpen('edit')}>{t('Edit')}</MenuItem>
          <MenuItem
            onSelect={() =>
              void toastResult(
                pause.mutateAsync(!paused),
                () => ({ title: paused ? t('Alert resumed') : t('Alert paused') }),
                t('Couldn’t change the alert'),
              )
            }
          >
            {paused ? t('Resume') : t('Pause')}
          </MenuItem>
          <MenuRule />
          <MenuItem danger onSelect={() => setOpen('delete')}>
            {t('Delete')}
          </MenuItem>
        </Menu>
      )}
      {open === 'edit' && <AlertForm alert={alert} onClose={() => setOpen(null)} />}
      <ConfirmDialog
        open={open === 'delete'}
        onClose={() => setOpen(null)}
        title={t('Delete this alert?')}
        action={t('Delete alert')}
        busy={remove.isPending}
        onConfirm={() =>
          void toastResult(remove.mutateAsync(), () => ({ title: t('Alert deleted') }), t('Couldn’t delete the alert'))
        }
      >
        <p>{t('“{name}” is not raised any more. Its notifications stay.', { name })}</p>
      </ConfirmDialog>
    </PanelItem>
  );
}

import { useState } from 'react';
import { type ScheduledReport, useReportActions } from '@/entities/scheduled-report/scheduled-report.queries';
import { useUser } from '@/entities/session/use-session';
import { useCan } from '@/entities/workspace/use-can';
import { useWorkspaceZone } from '@/entities/workspace/use-workspace-zone';
import { t } from '@/shared/i18n/t';
import { formatDate, formatDateTime } from '@/shared/lib/format';
import { Badge } from '@/shared/ui/badge';
import { Button } from '@/shared/ui/button';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { Icon } from '@/shared/ui/icon';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Menu, MenuItem, MenuRule } from '@/shared/ui/menu';
import { PanelItem } from '@/shared/ui/panel-item';
import { toastResult } from '@/shared/ui/toast-result';
import { filterText, INTERVALS } from './report-texts';
import './scheduled.css';

const ReportForm = lazyPart(() => import('./report-form'), 'ReportForm');

/** A scheduled report with its actions. */
export function ReportRow({ report }: { report: ScheduledReport }) {
  const zone = useWorkspaceZone();
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null);
  const { pause, remove, send } = useReportActions(report.id);
  const isAdmin = useCan('workspace:manage');
  const isOwn = useUser()?.id === report.createdBy;
  const { name, every, filters, receivers, nextAt, lastSentAt, paused } = report;
  return (
    <PanelItem>
      <div className="scheduled-name">
        <h3 className="flex flex-wrap items-center gap-2 font-semibold">
          {name}
          {paused && <Badge>{t('Paused')}</Badge>}
        </h3>
        <span className="ui-small ui-muted">
          {[INTERVALS.find(({ value }) => value === every)?.label, ...(filters ?? []).map(filterText)].join(' · ')}
        </span>
        <span className="ui-small ui-muted">
          {receivers?.length ? t('For {names}', { names: receivers.map(receiverText).join(', ') }) : t('No receivers')}
          {!isOwn && report.creatorName && ` · ${t('Scheduled by {name}', { name: report.creatorName })}`}
        </span>
        <span className="ui-small ui-muted">
          {[
            nextAt && t('Next: {date}', { date: formatDateTime(nextAt, zone) }),
            lastSentAt && t('Last sent {date}', { date: formatDate(lastSentAt, zone) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </div>
      <Menu
        trigger={
          <Button size="sm" tone="quiet" aria-label={t('Actions for {name}', { name })}>
            <Icon name="more" />
          </Button>
        }
      >
        <MenuItem
          onSelect={() =>
            void toastResult(
              send.mutateAsync(),
              () => ({
                title: t('Email on its way'),
                text:
                  every === 'week'
                    ? t('It is about the last complete week.')
                    : t('It is about the last complete month.'),
              }),
              t('Couldn’t send the report'),
            )
          }
        >
          {t('Send me one now')}
        </MenuItem>
        {(isOwn || isAdmin) && (
          <>
            <MenuItem onSelect={() => setOpen('edit')}>{t('Edit')}</MenuItem>
            <MenuItem
              onSelect={() =>
                void toastResult(
                  pause.mutateAsync(!paused),
                  () => ({ title: paused ? t('Report resumed') : t('Report paused') }),
                  t('Couldn’t change the report'),
                )
              }
            >
              {paused ? t('Resume') : t('Pause')}
            </MenuItem>
            <MenuRule />
            <MenuItem danger onSelect={() => setOpen('delete')}>
              {t('Delete')}
            </MenuItem>
          </>
        )}
      </Menu>
      {open === 'edit' && <ReportForm report={report} onClose={() => setOpen(null)} />}
      <ConfirmDialog
        open={open === 'delete'}
        onClose={() => setOpen(null)}
        title={t('Delete this report?')}
        action={t('Delete report')}
        busy={remove.isPending}
        onConfirm={() =>
          void toastResult(
            remove.mutateAsync(),
            () => ({ title: t('Report deleted') }),
            t('Couldn’t delete the report'),
          )
        }
      >
        <p>{t('“{name}” is no longer emailed to any of its receivers.', { name })}</p>
      </ConfirmDialog>
    </PanelItem>
  );
}

/** "Mara Vale", or what is known of a receiver who gets no mails. */
function receiverText({ name, unsubscribed }: { name: string | null; unsubscribed: boolean }): string {
  if (!name) return t('a former member');
  return unsubscribed ? t('{name} (unsubscribed)', { name }) : name;
}

import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { t } from '@/shared/i18n/t';
import { Button } from '@/shared/ui/button';
import { Icon } from '@/shared/ui/icon';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Menu, MenuItem } from '@/shared/ui/menu';
import { useReport } from '@/widgets/report/report-context';
import { storedFilters, suggestedReportName } from './report-texts';

const AlertForm = lazyPart(() => import('./alert-form'), 'AlertForm');
const ReportForm = lazyPart(() => import('./report-form'), 'ReportForm');

/** Schedules a report, or creates an alert, with the filters of the screen, and leads to all of them. */
export function ScheduleMenu() {
  const { state } = useReport();
  const [open, setOpen] = useState<'report' | 'alert' | null>(null);
  const filters = storedFilters(state.filters);
  return (
    <>
      <Menu
        trigger={
          <Button size="sm">
            <Icon name="mail" />
            {t('Email')}
          </Button>
        }
      >
        <MenuItem onSelect={() => setOpen('report')}>{t('Schedule report')}</MenuItem>
        <MenuItem onSelect={() => setOpen('alert')}>{t('Create alert')}</MenuItem>
        <MenuItem asChild>
          <Link to="/dashboard/analytics/reports" className="ui-item">
            {t('Reports and alerts')}
          </Link>
        </MenuItem>
      </Menu>
      {open === 'report' && (
        <ReportForm
          initial={{ name: suggestedReportName(filters), filters, traffic: state.traffic }}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'alert' && (
        <AlertForm initial={{ name: suggestedReportName(filters), filters }} onClose={() => setOpen(null)} />
      )}
    </>
  );
}

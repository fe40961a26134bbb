import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { t } from '@/shared/i18n/t';
import { Button } from '@/shared/ui/button';
import { Icon } from '@/shared/ui/icon';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Menu, MenuItem } from '@/shared/ui/menu';
import { useReport } from '@/widgets/report/report-context';
import { storedFilters, suggestedReportName } from './report-texts';

const ReportForm = lazyPart(() => import('./report-form'), 'ReportForm');

/** Schedules a report with the filters of the screen, and leads to the scheduled ones. */
export function ScheduleMenu() {
  const { state } = useReport();
  const [open, setOpen] = useState(false);
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
        <MenuItem onSelect={() => setOpen(true)}>{t('Schedule report')}</MenuItem>
        <MenuItem asChild>
          <Link to="/dashboard/analytics/reports" className="ui-item">
            {t('Scheduled reports')}
          </Link>
        </MenuItem>
      </Menu>
      {open && (
        <ReportForm
          initial={{ name: suggestedReportName(filters), filters, traffic: state.traffic }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

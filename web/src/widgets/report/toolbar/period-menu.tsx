import { useState } from 'react';
import { PERIODS, shiftPeriod } from '@/entities/analytics/model/period';
import { periodLabel } from '@/entities/analytics/model/report-labels';
import { t } from '@/shared/i18n/t';
import { Button } from '@/shared/ui/button';
import { Icon } from '@/shared/ui/icon';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Menu, MenuRadioGroup, MenuRadioItem, MenuRule } from '@/shared/ui/menu';
import { Tooltip } from '@/shared/ui/tooltip';
import { useReport } from '../report-context';

const RangeDialog = lazyPart(() => import('./range-dialog'), 'RangeDialog');

/** The period: named, custom, or shifted by its own length. `keys` are the shortcuts to show. */
export function PeriodMenu({ keys }: { keys: ReadonlySet<string> }) {
  const { state, change, span, zone, now } = useReport();
  const [choosing, setChoosing] = useState(false);
  const earlier = shiftPeriod(state.period, -1, now, zone);
  const later = shiftPeriod(state.period, 1, now, zone);
  return (
    <>
      <div className="ui-joined period-menu">
        <Tooltip text={t('Earlier')} keys="←">
          <Button
            size="sm"
            icon
            aria-label={t('Earlier')}
            disabled={!earlier}
            onClick={() => earlier && change({ period: earlier })}
          >
            <Icon name="left" />
          </Button>
        </Tooltip>
        <Menu
          align="start"
          trigger={
            <Button
              size="sm"
              aria-label={t('Period: {period}', { period: periodLabel(state.period, span, zone, now) })}
            >
              <Icon name="calendar" />
              {periodLabel(state.period, span, zone, now)}
            </Button>
          }
        >
          <MenuRadioGroup
            label={t('Period')}
            value={state.period.name}
            onChange={(name) => (name === 'custom' ? setChoosing(true) : change({ period: { name } }))}
          >
            {PERIODS.map((period) => (
              <MenuRadioItem
                key={period.name}
                value={period.name}
                keys={'key' in period && keys.has(period.key) ? period.key.toUpperCase() : undefined}
              >
                {period.label}
              </MenuRadioItem>
            ))}
            <MenuRule />
            <MenuRadioItem value="custom">{t('Custom range…')}</MenuRadioItem>
          </MenuRadioGroup>
        </Menu>
        <Tooltip text={t('Later')} keys="→">
          <Button
            size="sm"
            icon
            aria-label={t('Later')}
            disabled={!later}
            onClick={() => later && change({ period: later })}
          >
            <Icon name="right" />
          </Button>
        </Tooltip>
      </div>
      {choosing && (
        <RangeDialog
          title={t('Custom range')}
          onClose={() => setChoosing(false)}
          onChoose={(from, to) => change({ period: { name: 'custom', from, to } })}
        />
      )}
    </>
  );
}

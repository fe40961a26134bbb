import { useState } from 'react';
import { DIMENSION_NAMES, DIMENSIONS, isDimension } from '@/entities/analytics/model/dimensions';
import { isEmpty } from '@/entities/analytics/model/filters';
import { t } from '@/shared/i18n/t';
import { Button } from '@/shared/ui/button';
import { Icon } from '@/shared/ui/icon';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Popover } from '@/shared/ui/popover';
import { useReport } from '../report-context';

const FilterList = lazyPart(
  () => import('@/shared/ui/filter-list'),
  'FilterList',
  <p className="ui-muted p-3">{t('Loading...')}</p>,
);

/** The dimensions that a report can be filtered by, with a search. Choosing one opens its values. */
export function AddFilterMenu() {
  const { state, change, linkId, codeId } = useReport();
  const [open, setOpen] = useState(false);
  const offered = DIMENSION_NAMES.filter(
    (dimension) => !(linkId && dimension === 'link') && !(codeId && dimension === 'qrCode'),
  );

  function choose(name: string) {
    setOpen(false);
    if (isDimension(name)) change({ all: name });
  }

  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={t('Filter by')}
      align="start"
      className="filter-by"
      trigger={
        <Button size="sm" tone="quiet">
          <Icon name="filter" />
          {t('Filter')}
        </Button>
      }
    >
      <FilterList
        label={t('Filters')}
        heading={t('Filter by')}
        options={offered.map((dimension) => ({ value: dimension, label: DIMENSIONS[dimension].many }))}
        chosen={offered.filter((dimension) => !isEmpty(state.filters[dimension]))}
        onToggle={choose}
      />
    </Popover>
  );
}

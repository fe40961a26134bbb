import { useState } from 'react';
import { Button } from '@/shared/ui/button';
import type { FilterOption } from '@/shared/ui/filter-list';
import { Icon, type IconName } from '@/shared/ui/icon';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Popover } from '@/shared/ui/popover';

const FilterList = lazyPart(
  () => import('@/shared/ui/filter-list'),
  'FilterList',
  <p className="ui-muted p-3">Loading...</p>,
);

interface Props {
  /** "Tags". */
  label: string;
  icon: IconName;
  options: readonly FilterOption[];
  chosen: readonly string[];
  onToggle: (value: string) => void;
}

/** A searchable filter menu with the number of links per value. */
export function FilterMenu({ label, icon, options, chosen, onToggle }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={label}
      className="filter-list"
      trigger={
        <Button size="sm" aria-label={label}>
          <Icon name={icon} />
          <span className="links-word">{label}</span>
        </Button>
      }
    >
      <FilterList label={label} options={options} chosen={chosen} onToggle={onToggle} />
    </Popover>
  );
}

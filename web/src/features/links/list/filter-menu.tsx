import { type ComponentProps, useState } from 'react';
import { t } from '@/shared/i18n/t';
import { Button } from '@/shared/ui/button';
import { Icon, type IconName } from '@/shared/ui/icon';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Popover } from '@/shared/ui/popover';
import type { ComboOption } from '@/shared/ui/search-list';

const FilterList = lazyPart(
  () => import('@/shared/ui/filter-list'),
  'FilterList',
  <p className="ui-muted p-3">{t('Loading...')}</p>,
);

interface ButtonProps extends Omit<ComponentProps<typeof Button>, 'icon' | 'children'> {
  /** "Tags". */
  label: string;
  icon: IconName;
}

/** The button that opens a filter. */
export function FilterButton({ label, icon, ...trigger }: ButtonProps) {
  return (
    <Button size="sm" aria-label={label} {...trigger}>
      <Icon name={icon} />
      <span className="links-word">{label}</span>
    </Button>
  );
}

interface Props extends Pick<ButtonProps, 'label' | 'icon'> {
  options: readonly ComboOption[];
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
      trigger={<FilterButton label={label} icon={icon} />}
    >
      <FilterList label={label} options={options} chosen={chosen} onToggle={onToggle} />
    </Popover>
  );
}

import { type ComponentProps, useState } from 'react';
import { t } from '@/shared/i18n/t';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Popover } from '@/shared/ui/popover';
import type { LabelKind } from '../label.queries';
import type { LabelOptions, LabelOptionsProps } from './label-options';

// A lazy part is not generic by itself.
const Options = lazyPart(
  () => import('./label-options'),
  'LabelOptions',
  <p className="ui-muted p-3">{t('Loading...')}</p>,
) as typeof LabelOptions;

interface Props<K extends LabelKind>
  extends Pick<ComponentProps<typeof Popover>, 'align' | 'trigger'>,
    Omit<LabelOptionsProps<K>, 'label'> {
  /** Of the popover. */
  title: string;
  /** Of the search field and of the list; the title by default. */
  label?: string;
}

/** A button with a popover, in which a label is searched and chosen. With `chosen` it stays open after a choice. */
export function LabelPicker<K extends LabelKind>({ title, label = title, trigger, align, ...list }: Props<K>) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={title}
      className="label-picker"
      trigger={trigger}
      {...(align && { align })}
    >
      <Options
        {...list}
        label={label}
        onChoose={(value, choice) => {
          if (!list.chosen) setOpen(false);
          list.onChoose(value, choice);
        }}
      />
    </Popover>
  );
}

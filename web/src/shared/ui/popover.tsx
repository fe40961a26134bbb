import { type ComponentProps, useId, useState } from 'react';
import { asTrigger, type TriggerElement } from './as-trigger';
import { overlayPart } from './overlay-part';
import type { PopoverPanel } from './overlays/popover-panel';
import { Tooltip } from './tooltip';

const Panel = overlayPart('PopoverPanel');

interface Props
  extends Pick<ComponentProps<typeof PopoverPanel>, 'open' | 'label' | 'align' | 'className' | 'children'> {
  onOpenChange: (open: boolean) => void;
  trigger: TriggerElement;
  /** What the trigger's tooltip says. */
  tip?: string;
}

/** A floating panel behind a button. */
export function Popover({ open, onOpenChange, trigger, tip, ...panel }: Props) {
  const id = useId();
  const [opener, setOpener] = useState<HTMLElement | null>(null);
  const button = asTrigger(trigger, {
    'aria-haspopup': 'dialog',
    'aria-expanded': open,
    'aria-controls': open ? id : undefined,
    'data-state': open ? 'open' : 'closed',
    onClick: (event) => {
      setOpener(event.currentTarget);
      onOpenChange(!open);
    },
  });
  return (
    <>
      {tip ? <Tooltip text={tip}>{button}</Tooltip> : button}
      <Panel {...panel} open={open} onClose={() => onOpenChange(false)} id={id} opener={opener} />
    </>
  );
}

import { useId } from 'react';
import { asTrigger, type TriggerElement } from './as-trigger';
import { useOverlayCode } from './overlay-part';
import { useTooltip } from './use-tooltip';

/** Words on hover and focus for a control whose meaning is not written on it. The control still needs its own name. */
export function Tooltip({
  text,
  keys,
  side = 'bottom',
  children,
}: {
  text: string;
  keys?: string;
  side?: 'top' | 'bottom' | 'right' | 'left';
  children: TriggerElement;
}) {
  const id = useId();
  const { opener, close, handlers } = useTooltip();
  const code = useOverlayCode(opener !== null);
  const shown = opener && code;
  return (
    <>
      {asTrigger(children, { ...handlers, 'aria-describedby': shown ? id : undefined })}
      {shown && <code.TooltipPanel id={id} opener={opener} onClose={close} text={text} keys={keys} side={side} />}
    </>
  );
}

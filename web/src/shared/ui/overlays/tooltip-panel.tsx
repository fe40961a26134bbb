import * as Radix from '@radix-ui/react-tooltip';
import { AdoptedTrigger } from './adopted-trigger';

interface Props {
  onClose: () => void;
  id: string;
  /** The control that it explains. */
  opener: HTMLElement;
  text: string;
  keys?: string;
  side: 'top' | 'bottom' | 'right' | 'left';
}

/** The words of a Tooltip that is open. Escape closes it, and the pointer may move onto it. */
export function TooltipPanel({ onClose, id, opener, text, keys, side }: Props) {
  return (
    <Radix.Provider>
      <Radix.Root open onOpenChange={onClose}>
        <Radix.Trigger asChild>
          <AdoptedTrigger element={opener} />
        </Radix.Trigger>
        <Radix.Portal>
          <Radix.Content id={id} className="ui-tooltip" side={side} sideOffset={6} collisionPadding={8}>
            {text}
            {keys && <kbd>{keys}</kbd>}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}

import * as Radix from '@radix-ui/react-select';
import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { Icon } from '../icon';
import { AdoptedTrigger } from './adopted-trigger';

export interface SelectOption<T extends string> {
  value: T;
  label: ReactNode;
  disabled?: boolean;
}

interface Props {
  open: boolean;
  /** The panel is wanted closed, for the keys. */
  ready: boolean;
  onOpen: () => void;
  onClose: () => void;
  id: string;
  /** The button of the Select. */
  opener: HTMLElement | null;
  /** Gets the handler of the keys that the button receives: letters choose, others open. */
  keys: Ref<(event: KeyboardEvent<HTMLElement>) => void>;
  value: string;
  options: readonly SelectOption<string>[];
  onChange: (value: string) => void;
}

/** The list of a Select. */
export function SelectPanel({ open, onOpen, onClose, id, opener, keys, value, options, onChange }: Props) {
  return (
    <Radix.Root
      value={value}
      onValueChange={onChange}
      open={open}
      onOpenChange={(next) => (next ? onOpen() : onClose())}
    >
      <Radix.Trigger asChild>
        <AdoptedTrigger element={opener} keys={keys} />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          id={id}
          className="ui-menu"
          position="popper"
          sideOffset={4}
          style={{ minWidth: 'var(--radix-select-trigger-width)' }}
        >
          <Radix.Viewport>
            {options.map((option) => (
              <Radix.Item key={option.value} value={option.value} disabled={option.disabled} className="ui-item">
                <Radix.ItemText>{option.label}</Radix.ItemText>
                <Radix.ItemIndicator className="ui-end">
                  <Icon name="check" />
                </Radix.ItemIndicator>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

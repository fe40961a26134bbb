import type { ReactNode } from 'react';
import { Icon, type IconName } from '@/shared/ui/icon';

interface Props {
  icon: IconName;
  name: string;
  /** What is set inside, in a few words; `none` when nothing is. */
  summary: string | null;
  none: string;
  open: boolean;
  onToggle: (open: boolean) => void;
  children: ReactNode;
}

/** A part of the form that is folded away until it is wanted; its head says what is set inside. */
export function Section({ icon, name, summary, none, open, onToggle, children }: Props) {
  return (
    <details open={open} onToggle={(event) => onToggle(event.currentTarget.open)}>
      <summary>
        <Icon name={icon} />
        <b>{name}</b>
        <span className="val cut" data-set={summary ? true : undefined}>
          {summary ?? none}
        </span>
        <Icon name="down" />
      </summary>
      <div className="inside">{children}</div>
    </details>
  );
}

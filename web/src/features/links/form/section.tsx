import { type ReactNode, useState } from 'react';
import { Icon, type IconName } from '@/shared/ui/icon';

interface Props {
  icon: IconName;
  name: string;
  /** The section's current settings; null shows `none`. */
  summary: string | null;
  none: string;
  open: boolean;
  onToggle: (open: boolean) => void;
  children: ReactNode;
}

/** A collapsible form section that summarizes its settings in its header. */
export function Section({ icon, name, summary, none, open, onToggle, children }: Props) {
  return (
    <details open={open} onToggle={(event) => onToggle(event.currentTarget.open)}>
      <summary>
        <Icon name={icon} />
        <b>{name}</b>
        <span className="link-form-value ui-truncate" data-set={summary ? true : undefined}>
          {summary ?? none}
        </span>
        <Icon name="down" />
      </summary>
      <div className="link-form-inside">{children}</div>
    </details>
  );
}

/** Which sections of the form are expanded. */
export function useSections(initial: readonly string[]) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set(initial));
  const set = (name: string, on: boolean) =>
    setOpen((prev) => {
      if (prev.has(name) === on) return prev;
      const next = new Set(prev);
      if (on) next.add(name);
      else next.delete(name);
      return next;
    });
  return {
    open: (name: string) => set(name, true),
    of: (name: string) => ({ open: open.has(name), onToggle: (on: boolean) => set(name, on) }),
  };
}

export type OpenSections = ReturnType<typeof useSections>;

import type { ReactNode } from 'react';
import { Icon } from '@/shared/ui/icon';

interface Props {
  title: string;
  /** Whether it is open initially. */
  open?: boolean;
  children: ReactNode;
}

/** A group of controls that can be collapsed. */
export function StudioSection({ title, open, children }: Props) {
  return (
    <details className="studio-section" open={open}>
      <summary>
        <h2>{title}</h2>
        <Icon name="down" />
      </summary>
      <div>{children}</div>
    </details>
  );
}

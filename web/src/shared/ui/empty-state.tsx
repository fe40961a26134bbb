import type { ReactNode } from 'react';

/** One sentence over a hatch, and the way on. */
export function EmptyState({ title, children, action }: { title?: string; children: ReactNode; action?: ReactNode }) {
  return (
    <div className="ui-empty">
      {title && <h3>{title}</h3>}
      <p>{children}</p>
      {action}
    </div>
  );
}

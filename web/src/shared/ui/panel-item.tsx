import type { ReactNode } from 'react';
import './panel-item.css';

/** An item of a list in a panel, with its content in a wide column and its action in a narrow one. */
export function PanelItem({ className = '', children }: { className?: string; children: ReactNode }) {
  return <li className={`panel-item ${className}`}>{children}</li>;
}

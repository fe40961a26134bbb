import type { ReactNode } from 'react';
import './list-item.css';

/** An item of a list in a panel, with its content in a wide column and its action in a narrow one. */
export function ListItem({ className = '', children }: { className?: string; children: ReactNode }) {
  return <li className={`list-item ${className}`}>{children}</li>;
}

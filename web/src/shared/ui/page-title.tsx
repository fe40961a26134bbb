import type { ReactNode } from 'react';
import { PRODUCT } from '@/shared/config/product';

/** The head of a dashboard screen: its name (in the tab too), one line about it, the actions at the right. */
export function PageTitle({ title, lead, children }: { title: string; lead?: ReactNode; children?: ReactNode }) {
  return (
    <div className="page-head">
      <title>{`${title} · ${PRODUCT}`}</title>
      <div>
        <h1>{title}</h1>
        {lead && <p className="ui-muted mt-1.5">{lead}</p>}
      </div>
      {children}
    </div>
  );
}

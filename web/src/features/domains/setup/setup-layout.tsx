import type { ReactNode } from 'react';
import { PRODUCT } from '@/shared/config/product';
import '../domains.css';

const STEPS = ['Domain name', 'DNS records', 'Redirects'] as const;

export type SetupStep = 1 | 2 | 3;

interface Props {
  step: SetupStep;
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}

/** The frame of the setup: the steps, of which the current one is marked, and its title. */
export function SetupLayout({ step, title, lead, children }: Props) {
  return (
    <div className="domain-setup">
      <title>{`${title} · ${PRODUCT}`}</title>
      <ol className="domain-steps" aria-label="Steps">
        {STEPS.map((name, at) => (
          <li key={name} data-done={at + 1 < step || undefined} aria-current={at + 1 === step ? 'step' : undefined}>
            <span aria-hidden="true">{at + 1}</span>
            {name}
            {at + 1 < step && <span className="ui-sr-only">(done)</span>}
          </li>
        ))}
      </ol>
      <h1>{title}</h1>
      {lead && <p className="ui-muted domain-lead">{lead}</p>}
      {children}
    </div>
  );
}

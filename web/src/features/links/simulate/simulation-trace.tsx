import type { Simulation } from '@/entities/link/link.types';

const OUTCOMES: Record<Simulation['outcome'], string> = {
  redirect: 'sent on',
  fallback: 'sent to the other address',
  preview: 'shown the card',
  password: 'asked for the password',
  scheduled: 'told that it has not begun',
  expired: 'told that it has ended',
  archived: 'told that it is gone',
  blocked: 'refused',
};

/** The steps of a decision: which rule held, why the others did not, and what came of it. */
export function TestTrace({ simulation }: { simulation: Simulation }) {
  let rules = 0;
  const steps = simulation.trace.map((step, at) => {
    if (step.stage === 'rule') rules += 1;
    const title = step.stage === 'rule' ? `Rule ${rules}${step.name ? `, ${step.name}` : ''}` : null;
    return { ...step, title, key: `${at} ${step.why}` };
  });
  return (
    <ol className="trace" aria-label="What happens">
      {steps.map((step) => (
        <li key={step.key} data-held={step.held || undefined}>
          {step.title && (
            <b>
              {step.title} {step.held ? 'holds' : 'does not hold'}:{' '}
            </b>
          )}
          {step.why}
        </li>
      ))}
      <li data-held>
        <b>{simulation.status}</b>, {OUTCOMES[simulation.outcome]}
        {simulation.location && <span className="mono block">{simulation.location}</span>}
      </li>
    </ol>
  );
}

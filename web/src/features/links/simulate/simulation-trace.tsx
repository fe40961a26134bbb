import type { Simulation } from '@/entities/link/link.types';

const OUTCOMES: Record<Simulation['outcome'], string> = {
  redirect: 'redirected',
  fallback: 'redirected to the fallback URL',
  preview: 'preview card shown',
  password: 'password prompt shown',
  scheduled: '“not active yet” page shown',
  expired: '“link expired” page shown',
  archived: '“gone” page shown',
  blocked: 'blocked',
};

/** The steps of a simulated visit: each rule with its result, then the outcome. */
export function SimulationTrace({ simulation }: { simulation: Simulation }) {
  let rules = 0;
  const steps = simulation.trace.map((step, at) => {
    if (step.stage === 'rule') rules += 1;
    const title = step.stage === 'rule' ? `Rule ${rules}${step.name ? `, ${step.name}` : ''}` : null;
    return { ...step, title, key: `${at} ${step.why}` };
  });
  return (
    <ol className="link-form-trace" aria-label="What happens">
      {steps.map((step) => (
        <li key={step.key} data-held={step.held || undefined}>
          {step.title && (
            <b>
              {step.title} {step.held ? 'matches' : 'does not match'}:{' '}
            </b>
          )}
          {step.why}
        </li>
      ))}
      <li data-held>
        <b>{simulation.status}</b>, {OUTCOMES[simulation.outcome]}
        {simulation.location && <span className="ui-mono block">{simulation.location}</span>}
      </li>
    </ol>
  );
}

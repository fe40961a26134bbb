import type { Simulation } from '@/entities/link/link.types';
import { t } from '@/shared/i18n/t';

const OUTCOMES: Record<Simulation['outcome'], string> = {
  redirect: t('redirected'),
  fallback: t('redirected to the fallback URL'),
  preview: t('preview card shown'),
  password: t('password prompt shown'),
  scheduled: t('“not active yet” page shown'),
  expired: t('“link expired” page shown'),
  archived: t('“gone” page shown'),
  blocked: t('blocked'),
};

/** "Rule 2, Germany matches". */
function describeRule(number: number, name: string | null | undefined, held: boolean): string {
  if (name)
    return held
      ? t('Rule {number}, {name} matches', { number, name })
      : t('Rule {number}, {name} does not match', { number, name });
  return held ? t('Rule {number} matches', { number }) : t('Rule {number} does not match', { number });
}

/** The steps of a simulated visit: each rule with its result, then the outcome. */
export function SimulationTrace({ simulation }: { simulation: Simulation }) {
  let rules = 0;
  const steps = simulation.trace.map((step, at) => {
    if (step.stage === 'rule') rules += 1;
    const title = step.stage === 'rule' ? describeRule(rules, step.name, step.held) : null;
    return { ...step, title, key: `${at} ${step.why}` };
  });
  return (
    <ol className="link-form-trace" aria-label={t('What happens')}>
      {steps.map((step) => (
        <li key={step.key} data-held={step.held || undefined}>
          {step.title && <b>{step.title}: </b>}
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

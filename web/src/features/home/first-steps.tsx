import { useQuery } from '@tanstack/react-query';
import { dashboardUsage } from '@/entities/usage/usage.queries';
import { Icon } from '@/shared/ui/icon';
import { ProgressTrack } from '@/shared/ui/progress-track';
import { totalClicks } from './home.queries';

interface Step {
  name: string;
  how: string;
  done: boolean;
}

/** The way from an empty workspace to the first counted click. It is gone once both have happened. */
export function FirstSteps() {
  const usage = useQuery(dashboardUsage());
  const total = useQuery(totalClicks());
  if (!usage.data || !total.data) return null;
  const made = usage.data.links.used > 0;
  const clicked = total.data.totalClicks > 0;
  if (made && clicked) return null;
  const steps: Step[] = [
    { name: 'Make the account', how: 'That is behind you.', done: true },
    { name: 'Shorten an address', how: 'Paste one above and press Enter.', done: made },
    { name: 'Open the short link', how: 'Yours or a friend’s click, it is counted here as you look.', done: clicked },
  ];
  const done = steps.filter((step) => step.done).length;
  return (
    <section className="ui-panel home-first" aria-labelledby="first-steps">
      <header>
        <h2 id="first-steps">First steps</h2>
        <span className="ui-muted ui-small">
          {done} of {steps.length}
        </span>
      </header>
      <ProgressTrack calm className="mx-4" value={done} max={steps.length} label="First steps done" />
      <ol>
        {steps.map((step) => (
          <li key={step.name} data-done={step.done || undefined}>
            <span className="home-mark">{step.done && <Icon name="check" />}</span>
            <div>
              <h3>
                {step.name}
                {step.done && <span className="ui-sr-only"> (done)</span>}
              </h3>
              <p className="ui-muted">{step.how}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

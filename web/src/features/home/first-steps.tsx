import { useQuery } from '@tanstack/react-query';
import { dashboardUsage } from '@/entities/usage/usage.queries';
import { t } from '@/shared/i18n/t';
import { Icon } from '@/shared/ui/icon';
import { ProgressTrack } from '@/shared/ui/progress-track';
import { useTotalClicks } from './home.queries';

interface Step {
  name: string;
  hint: string;
  done: boolean;
}

/**
 * The onboarding of a workspace, until it has a link and a click; `known` is false while that is being asked. A failed
 * request, which another part of the screen reports, leaves the onboarding out.
 */
export function useFirstSteps(): { known: boolean; steps: readonly Step[] | null } {
  const usage = useQuery(dashboardUsage());
  const total = useTotalClicks();
  const failed = usage.failureCount > 0 || total.failureCount > 0;
  if (!usage.data || !total.data) return { known: failed, steps: null };
  const hasLink = usage.data.links.used > 0;
  const hasClick = total.data.totalClicks > 0;
  if (hasLink && hasClick) return { known: true, steps: null };
  const steps: Step[] = [
    { name: t('Create your account'), hint: t('Done.'), done: true },
    { name: t('Create your first link'), hint: t('Paste a long URL above and press Enter.'), done: hasLink },
    { name: t('Open the short link'), hint: t('The click appears here within a second.'), done: hasClick },
  ];
  return { known: true, steps };
}

/** The list of the onboarding. */
export function FirstSteps({ steps }: { steps: readonly Step[] }) {
  const done = steps.filter((step) => step.done).length;
  return (
    <section className="ui-panel home-first" aria-labelledby="first-steps">
      <header>
        <h2 id="first-steps">{t('First steps')}</h2>
        <span className="ui-muted ui-small">{t('{done} of {count}', { done, count: steps.length })}</span>
      </header>
      <ProgressTrack calm className="mx-4" value={done} max={steps.length} label={t('First steps done')} />
      <ol>
        {steps.map((step) => (
          <li key={step.name} data-done={step.done || undefined}>
            <span className="home-mark">{step.done && <Icon name="check" />}</span>
            <div>
              <h3>
                {step.name}
                {step.done && <span className="ui-sr-only">{t('(done)')}</span>}
              </h3>
              <p className="ui-muted">{step.hint}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

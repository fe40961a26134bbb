import { useQuery } from '@tanstack/react-query';
import { dashboardUsage } from '@/entities/usage/usage.queries';
import { PRODUCT } from '@/shared/config/product';
import { t } from '@/shared/i18n/t';
import { ClicksBanner } from './clicks-banner';
import { FirstSteps, useFirstSteps } from './first-steps';
import { HomeBelow } from './home-below';
import { QuickActions } from './quick-actions';
import { QuickShorten } from './quick-shorten';
import { TopLinksCard } from './top-links-card';
import { TotalClicksCard } from './total-clicks-card';
import { PlanUsageCard, QrCodesCard } from './usage-cards';
import './home.css';

// The cards do not wait for the code below the fold.

/** The dashboard's home. Each part has its own query, so that a failed one does not affect the others. */
export function HomeScreen() {
  const usage = useQuery(dashboardUsage());
  const onboarding = useFirstSteps();
  const firstRun = usage.data?.links.used === 0;
  return (
    <>
      <title>{t('Dashboard · {product}', { product: PRODUCT })}</title>
      <div className="page-head">
        <div>
          <h1>{t('Welcome to Your {product} Dashboard', { product: PRODUCT })}</h1>
          <p className="ui-muted mt-1.5">
            {firstRun ? t('Create your first link to get started.') : t('Your links and clicks at a glance.')}
          </p>
        </div>
      </div>
      <ClicksBanner />
      <QuickShorten />
      <div className="ui-panel home-cards">
        <TotalClicksCard />
        <TopLinksCard />
        <PlanUsageCard />
        <QrCodesCard />
      </div>
      {/* Invisible while it is unknown whether the onboarding comes above it: nothing on the screen moves. */}
      <div className="home-rest" data-pending={!onboarding.known || undefined}>
        {onboarding.steps && <FirstSteps steps={onboarding.steps} />}
        <QuickActions />
        <HomeBelow />
      </div>
    </>
  );
}

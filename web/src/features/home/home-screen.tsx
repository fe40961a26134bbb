import { useQuery } from '@tanstack/react-query';
import { HoursPanel } from '@/entities/analytics/hours-panel';
import { LivePanel } from '@/entities/click/live-panel';
import { useClickStream } from '@/entities/click/use-click-stream';
import { dashboardUsage } from '@/entities/usage/usage.queries';
import { PRODUCT } from '@/shared/config/product';
import { FirstSteps } from './first-steps';
import { Impact } from './impact';
import { NeedHelp } from './need-help';
import { QuickActions } from './quick-actions';
import { QuickShorten } from './quick-shorten';
import { Tips } from './tips';
import { TopLinksCard } from './top-links-card';
import { TotalClicksCard } from './total-clicks-card';
import { PlanUsageCard, QrCodesCard } from './usage-cards';
import './home.css';

const PERIOD = { interval: '30d' } as const;

/** The dashboard's home. Each part asks for its own figures, so that none of them can blank another. */
export function HomeScreen() {
  const stream = useClickStream();
  const usage = useQuery(dashboardUsage());
  const firstRun = usage.data?.links.used === 0;
  return (
    <>
      <title>{`Dashboard · ${PRODUCT}`}</title>
      <div className="title">
        <div>
          <h1>Welcome to Your {PRODUCT} Dashboard</h1>
          <p className="muted mt-1.5">
            {firstRun ? 'One address is all it takes to begin.' : 'What your links did while you were away.'}
          </p>
        </div>
      </div>
      <QuickShorten />
      <FirstSteps />
      <div className="panel cards">
        <TotalClicksCard />
        <TopLinksCard />
        <PlanUsageCard />
        <QrCodesCard />
      </div>
      <QuickActions />
      <div className="two">
        <HoursPanel scope={PERIOD} />
        <LivePanel title="Live now" state={stream} rows={6} />
      </div>
      <Impact />
      <Tips />
      <NeedHelp />
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { dashboardUsage } from '@/entities/usage/usage.queries';
import { useHasPlans } from '@/entities/workspace/use-has-plans';
import { planLabel } from '@/entities/workspace/workspace.queries';
import { formatCount, plural } from '@/shared/lib/format';
import { lazyPart } from '@/shared/ui/lazy-part';
import { PanelError } from '@/shared/ui/panel-error';
import { UsageMeter } from '@/shared/ui/usage-meter';

const QrWall = lazyPart(() => import('./qr-wall'), 'QrWall');

/** The plan and its usage of links and of the month's clicks. Without a limit there is no meter. */
export function PlanUsageCard() {
  const plans = useHasPlans();
  const usage = useQuery(dashboardUsage());
  const links = usage.data?.links;
  return (
    <article className="home-plan">
      <h2>
        {plans ? 'Plan Usage' : 'Usage'}{' '}
        {plans && (
          <a className="ui-more" href="/pricing">
            Upgrade
          </a>
        )}
      </h2>
      {usage.isError && <PanelError error={usage.error} onRetry={() => usage.refetch()} />}
      {usage.isPending && <b className="ui-figure">...</b>}
      {usage.data && links && (
        <>
          <UsageMeter label="Links used" used={links.used} limit={links.limit}>
            {(bounded) => (
              <p>
                <b className="ui-figure">
                  {bounded
                    ? `${formatCount(links.used)}/${formatCount(links.limit ?? 0)} links`
                    : plural(links.used, 'link')}
                </b>
                {plans && <span className="ui-muted">{planLabel(usage.data.plan)}</span>}
              </p>
            )}
          </UsageMeter>
          <ClicksUsed clicks={usage.data.clicks} />
        </>
      )}
    </article>
  );
}

function ClicksUsed({ clicks: { used, limit } }: { clicks: { used: number; limit: number | null } }) {
  if (!limit) return null;
  return (
    <UsageMeter role="meter" label="Clicks used this month" used={used} limit={limit}>
      {() => <p className="ui-small ui-muted mt-3">{`${formatCount(used)}/${formatCount(limit)} clicks this month`}</p>}
    </UsageMeter>
  );
}

/** The number of QR codes, and the newest ones. */
export function QrCodesCard() {
  const usage = useQuery(dashboardUsage());
  return (
    <article className="home-codes">
      <h2>
        QR Codes{' '}
        <Link className="ui-more" to="/dashboard/qr-codes">
          View all
        </Link>
      </h2>
      {usage.isError ? (
        <PanelError error={usage.error} onRetry={() => usage.refetch()} />
      ) : (
        <b className="ui-figure">{usage.data ? `${formatCount(usage.data.qrCodes.used)} created` : '...'}</b>
      )}
      {usage.data && usage.data.qrCodes.used > 0 && (
        <div className="home-wall">
          <QrWall />
        </div>
      )}
    </article>
  );
}

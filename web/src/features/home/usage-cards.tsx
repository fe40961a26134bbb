import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { dashboardUsage } from '@/entities/usage/usage.queries';
import { useHasPlans } from '@/entities/workspace/use-has-plans';
import { planLabel } from '@/entities/workspace/workspace.queries';
import { t } from '@/shared/i18n/t';
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
        {plans ? t('Plan Usage') : t('Usage')}{' '}
        {plans && (
          <a className="ui-more" href="/pricing">
            {t('Upgrade')}
          </a>
        )}
      </h2>
      {usage.isError && <PanelError error={usage.error} onRetry={() => usage.refetch()} />}
      {usage.isPending && <b className="ui-figure">...</b>}
      {usage.data && links && (
        <>
          <UsageMeter label={t('Links used')} used={links.used} limit={links.limit}>
            {(bounded) => (
              <p>
                <b className="ui-figure">
                  {bounded
                    ? t('{used}/{limit} links', { used: links.used, limit: links.limit ?? 0 })
                    : t('{count, plural, one {# link} other {# links}}', { count: links.used })}
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
    <UsageMeter role="meter" label={t('Clicks used this month')} used={used} limit={limit}>
      {() => <p className="ui-small ui-muted mt-3">{t('{used}/{limit} clicks this month', { used, limit })}</p>}
    </UsageMeter>
  );
}

/** The number of QR codes, and the newest ones. */
export function QrCodesCard() {
  const usage = useQuery(dashboardUsage());
  return (
    <article className="home-codes">
      <h2>
        {t('QR Codes')}{' '}
        <Link className="ui-more" to="/dashboard/qr-codes">
          {t('View all')}
        </Link>
      </h2>
      {usage.isError ? (
        <PanelError error={usage.error} onRetry={() => usage.refetch()} />
      ) : (
        <b className="ui-figure">{usage.data ? t('{count} created', { count: usage.data.qrCodes.used }) : '...'}</b>
      )}
      {usage.data && usage.data.qrCodes.used > 0 && (
        <div className="home-wall">
          <QrWall />
        </div>
      )}
    </article>
  );
}

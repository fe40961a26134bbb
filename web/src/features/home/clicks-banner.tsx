import { useQuery } from '@tanstack/react-query';
import { dashboardUsage } from '@/entities/usage/usage.queries';
import { Trans } from '@/shared/i18n/trans';
import { PlansLink } from '@/widgets/plans/plans-link';

/** The usage from which the banner is shown, in percent of the month's clicks. */
const WARNING_PERCENT = 80;

/** Warns when the month's clicks are nearly or fully used. */
export function ClicksBanner() {
  const { data } = useQuery(dashboardUsage());
  const used = data?.clicks.used ?? 0;
  const limit = data?.clicks.limit ?? 0;
  if (!limit || used * 100 < limit * WARNING_PERCENT) return null;
  return (
    <p className="ui-notice ui-accent my-5" role="status">
      <span>
        {used < limit ? (
          <Trans
            text="<b>{used} of {limit} clicks used this month.</b> At the limit, links keep working, but you can't create links or QR codes until next month or an upgrade."
            values={{ used, limit }}
            tags={{ b: (children) => <b>{children}</b> }}
          />
        ) : (
          <Trans
            text="<b>You've used all clicks of this month ({used} of {limit}).</b> Links keep working and clicks are counted. To create links or QR codes, upgrade or wait until next month."
            values={{ used, limit }}
            tags={{ b: (children) => <b>{children}</b> }}
          />
        )}{' '}
        <PlansLink />
      </span>
    </p>
  );
}

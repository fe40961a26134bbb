import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { dashboardUsage } from '@/entities/usage/usage.queries';
import { formatCount } from '@/shared/lib/format';

/** How much of the month's clicks is used when the banner appears, in percent. */
const NEAR = 80;

/** Tells that the month's clicks are nearly or wholly used up, and what that means. */
export function ClicksBanner() {
  const { data } = useQuery(dashboardUsage());
  const used = data?.clicks.used ?? 0;
  const limit = data?.clicks.limit ?? 0;
  if (!limit || used * 100 < limit * NEAR) return null;
  const figures = `${formatCount(used)} of ${formatCount(limit)}`;
  return (
    <p className="ui-notice ui-accent my-5" role="status">
      <span>
        {used < limit ? (
          <>
            <b>{figures} clicks of this month are used.</b> At the limit, links go on working; new links and codes wait
            for the next month or a larger plan.
          </>
        ) : (
          <>
            <b>This month’s clicks are used up ({figures}).</b> Links go on working and every click is counted. New
            links and codes can be created next month or with a larger plan.
          </>
        )}{' '}
        <Link to="/pricing">See the plans</Link>
      </span>
    </p>
  );
}

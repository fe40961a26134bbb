import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type BillingState, billingState, useCancelSubscription, usePortal } from '@/entities/billing/billing.queries';
import { PermissionButton } from '@/entities/workspace/ui/permission-controls';
import { planLabel } from '@/entities/workspace/workspace.queries';
import { messageOf } from '@/shared/api/errors';
import { formatDate, plural } from '@/shared/lib/format';
import { buttonClass } from '@/shared/ui/button';
import { lazyPart } from '@/shared/ui/lazy-part';
import { PanelError } from '@/shared/ui/panel-error';
import { Skeleton } from '@/shared/ui/skeleton';
import { toast } from '@/shared/ui/toast';
import { PlanRequest } from './plan-request';

const CancelDialog = lazyPart(() => import('./cancel-dialog'), 'CancelDialog');

const DAY_MS = 86_400_000;

/** The workspace's plan, trial and subscription. `wanted` is the package whose button on the pricing page led here. */
export function PlanSummary({ wanted }: { wanted?: string }) {
  const { data: billing, error, refetch } = useQuery(billingState());
  if (error) return <PanelError error={error} onRetry={refetch} />;
  if (!billing) return <Skeleton height={62} className="max-w-[560px]" />;
  return (
    <div className="grid max-w-[560px] gap-5">
      <PaymentFailed billing={billing} />
      <div className="flex items-center justify-between gap-4">
        <div>
          <p className="ui-figure">{planLabel(billing.plan)}</p>
          <Term billing={billing} />
        </div>
        <a href="/pricing" className={buttonClass()}>
          Compare plans
        </a>
      </div>
      {billing.subscription && <SubscriptionActions billing={billing} />}
      {!billing.payments && wanted && wanted !== billing.plan && <PlanRequest plan={wanted} />}
    </div>
  );
}

/** Until when the plan holds. */
function Term({ billing: { trial, subscription } }: { billing: BillingState }) {
  let text: string | undefined;
  if (subscription?.cancelAt) text = `Ends on ${formatDate(subscription.cancelAt)}.`;
  else if (subscription?.periodEndAt)
    text = `Billed ${subscription.period}. Renews on ${formatDate(subscription.periodEndAt)}.`;
  else if (trial) {
    const days = Math.max(1, Math.ceil((Date.parse(trial.endsAt) - Date.now()) / DAY_MS));
    text = `Trial: ${plural(days, 'day')} left, until ${formatDate(trial.endsAt)}. It ends by itself and deletes nothing.`;
  }
  return text && <p className="ui-small ui-muted mt-1.5">{text}</p>;
}

function PaymentFailed({ billing: { plan, subscription } }: { billing: BillingState }) {
  if (subscription?.status !== 'past_due') return null;
  const ended = plan !== subscription.package;
  return (
    <div className="ui-notice ui-bad" role="alert">
      <span>
        <b>The last payment failed.</b>{' '}
        {ended || !subscription.graceEndsAt
          ? `Update the payment method to get the ${planLabel(subscription.package)} back.`
          : `Update the payment method by ${formatDate(subscription.graceEndsAt)} to stay on the ${planLabel(plan)}.`}{' '}
        Links keep working.
      </span>
    </div>
  );
}

function SubscriptionActions({ billing: { subscription } }: { billing: BillingState }) {
  const [canceling, setCanceling] = useState(false);
  const portal = usePortal();
  const resume = useCancelSubscription();
  const failed = (title: string) => (error: Error) => toast({ title, text: messageOf(error), tone: 'bad' });
  return (
    <div className="flex flex-wrap gap-3">
      <PermissionButton
        permission="billing:manage"
        busy={portal.isPending}
        onClick={() => portal.mutate(undefined, { onError: failed('Couldn’t open the payment page') })}
      >
        Manage payment
      </PermissionButton>
      {subscription?.cancelAt ? (
        <PermissionButton
          permission="billing:manage"
          busy={resume.isPending}
          onClick={() =>
            resume.mutate(false, {
              onSuccess: () => toast({ title: 'Subscription resumed' }),
              onError: failed('Couldn’t resume the subscription'),
            })
          }
        >
          Resume subscription
        </PermissionButton>
      ) : (
        <PermissionButton permission="billing:manage" tone="quiet" onClick={() => setCanceling(true)}>
          Cancel subscription
        </PermissionButton>
      )}
      {canceling && <CancelDialog endsAt={subscription?.periodEndAt ?? null} onClose={() => setCanceling(false)} />}
    </div>
  );
}

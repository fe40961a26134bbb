import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type BillingState,
  billingState,
  type Price,
  plansForSale,
  useCheckout,
  useStartTrial,
} from '@/entities/billing/billing.queries';
import type { Billing, Package } from '@/entities/package/package.types';
import { PermissionButton } from '@/entities/workspace/ui/permission-controls';
import { planLabel } from '@/entities/workspace/workspace.queries';
import { messageOf } from '@/shared/api/errors';
import { Badge } from '@/shared/ui/badge';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Segmented } from '@/shared/ui/segmented';
import { toast } from '@/shared/ui/toast';

const PlanChangeDialog = lazyPart(() => import('./plan-change-dialog'), 'PlanChangeDialog');

const PERIODS = [
  { value: 'monthly', label: 'Monthly' },
  { value: 'yearly', label: 'Yearly (Save 16%)' },
] as const;

/** The plans that the workspace can try or pay. Renders nothing where neither is possible. */
export function PlanPicker({ wanted }: { wanted?: string }) {
  const { data: billing } = useQuery(billingState());
  const { data: packages } = useQuery(plansForSale);
  const [chosen, setPeriod] = useState<Billing>();
  const [change, setChange] = useState<Price>();
  if (!billing || !packages || !(billing.payments || billing.trialAvailable)) return null;
  const period = chosen ?? (billing.subscription?.period === 'yearly' ? 'yearly' : 'monthly');
  const offered = packages[period].filter(({ name, price }) => name !== 'FREE' && price);
  return (
    <div className="max-w-[560px]">
      <Segmented label="Billing period" value={period} options={PERIODS} onChange={setPeriod} />
      <ul className="ui-panel mt-4" aria-label="Plans">
        {offered.map((plan) => (
          <li key={plan.id} className="ui-row first:border-t-0">
            <div className="min-w-0 flex-1">
              <p className="font-semibold">
                {planLabel(plan.name)} {plan.name === wanted && <Badge>Chosen</Badge>}
              </p>
              <p className="ui-small ui-muted">
                {plan.price} {period === 'yearly' ? 'a year' : 'a month'} · {plan.features.slice(0, 2).join(', ')}
              </p>
            </div>
            <PlanActions plan={plan} period={period} billing={billing} onChange={setChange} />
          </li>
        ))}
      </ul>
      {change && <PlanChangeDialog price={change} onClose={() => setChange(undefined)} />}
    </div>
  );
}

interface ActionsProps {
  plan: Package;
  period: Billing;
  billing: BillingState;
  onChange: (price: Price) => void;
}

function PlanActions({ plan, period, billing, onChange }: ActionsProps) {
  const trial = useStartTrial();
  const checkout = useCheckout();
  const { subscription } = billing;
  const price = { package: plan.name, period };
  const label = planLabel(plan.name);
  if (subscription) {
    if (subscription.package === plan.name && subscription.period === period) return <Badge tone="ok">Current</Badge>;
    return (
      <PermissionButton
        permission="billing:manage"
        size="sm"
        aria-label={`Switch to ${label}`}
        onClick={() => onChange(price)}
      >
        Switch
      </PermissionButton>
    );
  }
  const failed = (title: string) => (error: Error) => toast({ title, text: messageOf(error), tone: 'bad' });
  return (
    <div className="flex flex-wrap justify-end gap-2">
      {billing.trialAvailable && (
        <PermissionButton
          permission="billing:manage"
          size="sm"
          aria-label={`Try ${label} for 14 days`}
          busy={trial.isPending}
          onClick={() =>
            trial.mutate(plan.name, {
              onSuccess: () => toast({ title: `${label} trial started`, text: 'It ends by itself after 14 days.' }),
              onError: failed('Couldn’t start the trial'),
            })
          }
        >
          Try 14 days
        </PermissionButton>
      )}
      {billing.payments && (
        <PermissionButton
          permission="billing:manage"
          size="sm"
          tone="primary"
          aria-label={`Upgrade to ${label}`}
          busy={checkout.isPending}
          onClick={() => checkout.mutate(price, { onError: failed('Couldn’t open the payment page') })}
        >
          Upgrade
        </PermissionButton>
      )}
    </div>
  );
}

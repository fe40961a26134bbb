import { useQuery } from '@tanstack/react-query';
import { billingState } from '@/entities/billing/billing.queries';
import { Can } from '@/entities/workspace/ui/permission-controls';
import { useHasPlans } from '@/entities/workspace/use-has-plans';
import { PageTitle } from '@/shared/ui/page-title';
import { SettingsSection } from '@/shared/ui/settings-section';
import { InvoiceList } from './invoice-list';
import { PlanPicker } from './plan-picker';
import { PlanSummary } from './plan-summary';
import { PlanUsage } from './plan-usage';

// Only where a plan can be tried or paid.

interface Props {
  /** The package selected on the pricing page. */
  plan?: string;
  /** Whether the payment page led back here after a payment. */
  paid?: boolean;
}

/** The plan, its usage and the invoices; only the usage on an install without plans. */
export function BillingScreen({ plan, paid }: Props) {
  return useHasPlans() ? <WithPlans plan={plan} paid={paid} /> : <UsageOnly />;
}

function UsageOnly() {
  return (
    <>
      <PageTitle title="Usage" lead="What this workspace uses. Nothing is limited." />
      <SettingsSection title="Usage">
        <PlanUsage />
      </SettingsSection>
    </>
  );
}

function WithPlans({ plan, paid }: Props) {
  const { data: billing } = useQuery({
    ...billingState(),
    // The webhook of a payment arrives soon after the customer.
    refetchInterval: (query) => (paid && !query.state.data?.subscription ? 2000 : false),
  });
  const { payments = false, trialAvailable = false, subscription } = billing ?? {};
  return (
    <>
      <PageTitle
        title={payments ? 'Billing' : 'Plan'}
        lead={
          payments
            ? 'The plan, its usage and the invoices of this workspace.'
            : 'The plan of this workspace and its limits.'
        }
      />
      {paid && billing && !subscription && (
        <p className="ui-notice mt-6" role="status">
          <span>Thank you. The plan changes as soon as the payment is confirmed, usually within seconds.</span>
        </p>
      )}
      <SettingsSection title="Plan" about="Applies to the whole workspace.">
        <PlanSummary wanted={plan} />
      </SettingsSection>
      {(payments || trialAvailable) && (
        <SettingsSection
          title={payments ? 'Change plan' : 'Trial'}
          about={
            subscription
              ? 'A change takes effect at once. You see what it costs before.'
              : trialAvailable
                ? 'Try one plan for 14 days, once. No credit card needed.'
                : 'Payment is on a page of Stripe.'
          }
        >
          <PlanPicker wanted={plan} />
        </SettingsSection>
      )}
      <SettingsSection
        title="Usage"
        about="Links never stop working. At a limit, you can’t create more until you delete some, the month ends or the plan changes."
      >
        <PlanUsage />
      </SettingsSection>
      {payments && (
        <Can permission="billing:manage">
          <SettingsSection title="Invoices" about="The latest 24. Older ones are under Manage payment.">
            <InvoiceList />
          </SettingsSection>
        </Can>
      )}
    </>
  );
}

import { installFacts } from '@/shared/config/product';
import { PageTitle } from '@/shared/ui/page-title';
import { SettingsSection } from '@/shared/ui/settings-section';
import { PlanSummary } from './plan-summary';
import { PlanUsage } from './plan-usage';

/** The plan and its usage; only the usage on an install without plans. `plan` was selected on the pricing page. */
export function BillingScreen({ plan }: { plan?: string }) {
  const { plans } = installFacts();
  return (
    <>
      <PageTitle
        title={plans ? 'Plan' : 'Usage'}
        lead={plans ? 'The plan of this workspace and its limits.' : 'What this workspace uses. Nothing is limited.'}
      />
      {plans && (
        <SettingsSection title="Plan" about="Applies to the whole workspace.">
          <PlanSummary wanted={plan} />
        </SettingsSection>
      )}
      <SettingsSection
        title="Usage"
        about={
          plans &&
          'Links never stop working. At a limit, you can’t create more until you delete some, the month ends or the plan changes.'
        }
      >
        <PlanUsage />
      </SettingsSection>
    </>
  );
}

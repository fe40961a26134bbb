import { Link as RouteLink, useNavigate } from '@tanstack/react-router';
import type { Domain } from '@/entities/domain/domain.types';
import { PermissionButton } from '@/entities/workspace/ui/permission-controls';
import { FormSummary } from '@/shared/forms/form-summary';
import { Button, buttonClass } from '@/shared/ui/button';
import { RedirectField } from '../settings/redirect-field';
import { redirectsForm } from '../settings/redirects.schema';
import { useDomainForm } from '../settings/use-domain-form';
import { SetupLayout } from './setup-layout';

/** The last step of the setup: where visits without a link go. */
export function RedirectsStep({ domain, onBack }: { domain: Domain; onBack: () => void }) {
  const navigate = useNavigate();
  const done = () => navigate({ to: '/dashboard/domains/$domainId', params: { domainId: domain.id } });
  const form = useDomainForm({ domain, ...redirectsForm, onSaved: done });
  return (
    <SetupLayout
      step={3}
      title="Redirect other visits"
      lead={`Choose where visitors go who open ${domain.unicodeHost} without a link. You can change this at any time.`}
    >
      <form noValidate className="domain-form" onSubmit={form.submit}>
        <RedirectField form={form} name="rootUrl" />
        <RedirectField form={form} name="notFoundUrl" />
        <FormSummary messages={form.summary} />
        <div className="domain-actions">
          <Button className="mr-auto" onClick={onBack}>
            Back
          </Button>
          <RouteLink to="/dashboard/domains/$domainId" params={{ domainId: domain.id }} className={buttonClass()}>
            Skip
          </RouteLink>
          <PermissionButton permission="domains:manage" type="submit" tone="primary" busy={form.isPending}>
            Finish
          </PermissionButton>
        </div>
      </form>
    </SetupLayout>
  );
}

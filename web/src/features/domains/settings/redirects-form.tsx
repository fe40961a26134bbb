import type { Domain } from '@/entities/domain/domain.types';
import { RedirectField } from './redirect-field';
import { redirectsForm } from './redirects.schema';
import { RootPageField } from './root-page-field';
import { SettingsActions } from './settings-actions';
import { useDomainForm } from './use-domain-form';

/** The redirects of visits that no link answers. */
export function RedirectsForm({ domain }: { domain: Domain }) {
  const form = useDomainForm({ domain, ...redirectsForm });
  return (
    <form noValidate onSubmit={form.submit}>
      <RootPageField form={form} domain={domain} />
      <RedirectField
        form={form}
        name="rootUrl"
        hint={domain.isDefault ? 'For visits to the domain itself. Empty: the home page of this server.' : undefined}
      />
      <RedirectField form={form} name="notFoundUrl" />
      <RedirectField form={form} name="expiredUrl" />
      <SettingsActions form={form} domain={domain} label="Save redirects" />
    </form>
  );
}

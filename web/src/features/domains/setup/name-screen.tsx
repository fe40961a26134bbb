import { installFacts } from '@/shared/config/product';
import { isLocal } from './host-name';
import { NameForm } from './name-form';
import { SetupLayout } from './setup-layout';

/** Warns that a domain cannot point at an install on this machine. */
function LocalInstallNotice() {
  const { publicUrl } = installFacts();
  if (!isLocal(publicUrl)) return null;
  return (
    <p className="ui-notice ui-accent mb-4" role="note">
      <span>
        This install has no public address yet: it is at <span className="ui-mono">{publicUrl}</span>. Domains work once
        an operator sets LINNET_PUBLIC_URL to an address that the Internet reaches.
      </span>
    </p>
  );
}

/** The first step of the setup: the name of the domain. */
export function NameScreen() {
  return (
    <SetupLayout
      step={1}
      title="Add a domain"
      lead="Use a subdomain, such as go.example.com, or a whole domain that has no website, such as exmpl.com."
    >
      <LocalInstallNotice />
      <NameForm />
    </SetupLayout>
  );
}

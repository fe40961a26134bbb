import { NameForm } from './name-form';
import { SetupLayout } from './setup-layout';

/** The first step of the setup: the name of the domain. */
export function NameScreen() {
  return (
    <SetupLayout
      step={1}
      title="Add a domain"
      lead="Use a subdomain, such as go.example.com, or a whole domain that has no website, such as exmpl.com."
    >
      <NameForm />
    </SetupLayout>
  );
}

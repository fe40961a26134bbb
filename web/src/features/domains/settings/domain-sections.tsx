import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Domain } from '@/entities/domain/domain.types';
import { useLinkCount } from '@/entities/domain/domain-detail.queries';
import { PermissionButton } from '@/entities/workspace/ui/permission-controls';
import { plural } from '@/shared/lib/format';
import { SettingsSection } from '@/shared/ui/settings-section';
import { CheckBar } from '../records/check-bar';
import { RecordCards } from '../records/record-list';
import { AppLinksForm } from './app-links-form';
import { DeleteDomainDialog } from './delete-domain-dialog';
import { NotesForm } from './notes-form';
import { PrivacyForm } from './privacy-form';
import { QrLookForm } from './qr-look-form';
import { RedirectsForm } from './redirects-form';
import { ServingForm } from './serving-form';
import { TransferForm } from './transfer-form';

/** The forms of a domain's settings. */
export function DomainSections({ domain }: { domain: Domain }) {
  return (
    <>
      <SettingsSection
        title="Redirects"
        about={`Where visitors go who open ${domain.unicodeHost} without a working link.`}
      >
        <RedirectsForm domain={domain} />
      </SettingsSection>
      <SettingsSection title="Links and browsers" about="How links on this domain behave by default.">
        <ServingForm domain={domain} />
      </SettingsSection>
      <SettingsSection title="QR codes" about="The look of new QR codes of links on this domain.">
        <QrLookForm domain={domain} />
      </SettingsSection>
      <SettingsSection title="Privacy" about="What is stored of each click on this domain. Applies to new clicks.">
        <PrivacyForm domain={domain} />
      </SettingsSection>
      <SettingsSection
        title="App links"
        about="Lets your iOS and Android apps open links on this domain. Leave a field empty to serve no file."
      >
        <AppLinksForm domain={domain} />
      </SettingsSection>
      <SettingsSection
        title="Notes"
        about={
          domain.isDefault
            ? 'For the members of every workspace. Visitors never see them.'
            : 'For the members of the workspace. Visitors never see them.'
        }
      >
        <NotesForm domain={domain} />
      </SettingsSection>
      {!domain.isDefault && <OwnSections domain={domain} />}
    </>
  );
}

/** The sections of a domain that belongs to the workspace. */
function OwnSections({ domain }: { domain: Domain }) {
  return (
    <>
      <SettingsSection title="DNS records" about="Checked every day. Links keep working while requests arrive.">
        <div className="domain-records">
          <CheckBar domain={domain} />
          <RecordCards domain={domain} />
        </div>
      </SettingsSection>
      <SettingsSection title="Transfer" about="Moves the domain to another workspace that you manage.">
        <TransferForm domain={domain} />
      </SettingsSection>
      <DeleteSection domain={domain} />
    </>
  );
}

function DeleteSection({ domain }: { domain: Domain }) {
  const [open, setOpen] = useState(false);
  const links = useLinkCount(domain.id);
  const navigate = useNavigate();
  return (
    <SettingsSection
      title="Delete domain"
      about={links ? `${plural(links, 'link')} will stop working.` : 'The domain stops serving requests.'}
    >
      <PermissionButton permission="domains:manage" tone="danger" onClick={() => setOpen(true)}>
        Delete domain…
      </PermissionButton>
      <DeleteDomainDialog
        domain={open ? domain : null}
        onClose={() => setOpen(false)}
        onDone={() => void navigate({ to: '/dashboard/domains' })}
      />
    </SettingsSection>
  );
}

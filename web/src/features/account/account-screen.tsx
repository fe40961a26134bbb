import { PageTitle } from '@/shared/ui/page-title';
import { SettingsSection } from '@/shared/ui/settings-section';
import { ConfirmedOnly, ConfirmSection } from './confirmed-only';
import { DataExportSection } from './data-export';
import { DeleteAccount } from './delete-account';
import { EmailForm } from './email-form';
import { IdentitiesSection } from './identities-section';
import { NotificationPreferences } from './notification-preferences';
import { OperatorSection } from './operator-section';
import { PasskeysSection } from './passkeys-section';
import { PasswordForm } from './password-form';
import { PreferencesForm } from './preferences-form';
import { ProfileForm } from './profile-form';
import { SessionList } from './session-list';
import { TwoFactorSection } from './two-factor-section';

// The forms load after the page, with the form library.

/** The user's own settings. */
export function AccountScreen() {
  return (
    <>
      <PageTitle title="Account" lead="Your personal settings, across all workspaces." />
      <SettingsSection title="Profile" about="Members of your workspaces see your name.">
        <ProfileForm />
      </SettingsSection>
      <ConfirmedOnly fallback={<ConfirmSection />}>
        <SettingsSection title="Email" about="You log in with this address.">
          <EmailForm />
        </SettingsSection>
        <SettingsSection title="Password" about="Changing your password ends all your other sessions.">
          <PasswordForm />
        </SettingsSection>
        <SettingsSection
          title="Two-factor authentication"
          about="A second step after your password, so that the password alone isn’t enough."
        >
          <TwoFactorSection />
        </SettingsSection>
        <SettingsSection
          title="Passkeys"
          about="Log in with your fingerprint, face or PIN, without your password and without a code."
        >
          <PasskeysSection />
        </SettingsSection>
        <SettingsSection
          title="Single sign-on"
          about="Providers of organizations that log in to your account. Each opens the workspace of its organization."
        >
          <IdentitiesSection />
        </SettingsSection>
        <SettingsSection title="Sessions" about="Where you’re logged in. End sessions that you don’t recognise.">
          <SessionList />
        </SettingsSection>
      </ConfirmedOnly>
      <SettingsSection title="Notifications" about="The same in all your workspaces. A daily summary is sent at 8:00.">
        <NotificationPreferences />
      </SettingsSection>
      <SettingsSection title="Preferences" about="Stored in this browser until you log out.">
        <PreferencesForm />
      </SettingsSection>
      <OperatorSection />
      <ConfirmedOnly fallback={null}>
        <SettingsSection
          title="Export my data"
          about="Your profile, sessions, workspaces, notifications and activity, and the links of workspaces that only you own."
        >
          <DataExportSection />
        </SettingsSection>
        <SettingsSection title="Delete account" about="Deletes your profile and the workspaces that only you use.">
          <DeleteAccount />
        </SettingsSection>
      </ConfirmedOnly>
    </>
  );
}

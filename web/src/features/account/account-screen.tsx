import { PageTitle } from '@/shared/ui/page-title';
import { SettingsSection } from '@/shared/ui/settings-section';
import { PasswordForm } from './password-form';
import { PreferencesForm } from './preferences-form';
import { ProfileForm } from './profile-form';
import { SessionList } from './session-list';

/** The person's own settings. */
export function AccountScreen() {
  return (
    <>
      <PageTitle title="Account" lead="What is yours, whatever workspace you are in." />
      <SettingsSection title="Profile" about="Your name is shown to the members of your workspaces.">
        <ProfileForm />
      </SettingsSection>
      <SettingsSection title="Password" about="Changing it ends every other session of yours.">
        <PasswordForm />
      </SettingsSection>
      <SettingsSection title="Sessions" about="Where you are logged in. End what you do not know.">
        <SessionList />
      </SettingsSection>
      <SettingsSection title="Preferences" about="Kept in this browser until you log out.">
        <PreferencesForm />
      </SettingsSection>
    </>
  );
}

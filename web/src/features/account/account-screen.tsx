import { lazy, Suspense } from 'react';
import { PageTitle } from '@/shared/ui/page-title';
import { SettingsSection } from '@/shared/ui/settings-section';
import { Skeleton } from '@/shared/ui/skeleton';
import { ProfileForm } from './profile-form';

// Below what is seen first.
const PasswordForm = lazy(() => import('./password-form').then((module) => ({ default: module.PasswordForm })));
const SessionList = lazy(() => import('./session-list').then((module) => ({ default: module.SessionList })));
const PreferencesForm = lazy(() =>
  import('./preferences-form').then((module) => ({ default: module.PreferencesForm })),
);

/** The person's own settings. */
export function AccountScreen() {
  return (
    <>
      <PageTitle title="Account" lead="What is yours, whatever workspace you are in." />
      <SettingsSection title="Profile" about="Your name is shown to the members of your workspaces.">
        <ProfileForm />
      </SettingsSection>
      <SettingsSection title="Password" about="Changing it ends every other session of yours.">
        <Suspense fallback={<Skeleton height={330} />}>
          <PasswordForm />
        </Suspense>
      </SettingsSection>
      <SettingsSection title="Sessions" about="Where you are logged in. End what you do not know.">
        <Suspense fallback={<Skeleton height={64} />}>
          <SessionList />
        </Suspense>
      </SettingsSection>
      <SettingsSection title="Preferences" about="Kept in this browser until you log out.">
        <Suspense fallback={<Skeleton height={120} />}>
          <PreferencesForm />
        </Suspense>
      </SettingsSection>
    </>
  );
}

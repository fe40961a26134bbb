import { lazy, Suspense } from 'react';
import { PageTitle } from '@/shared/ui/page-title';
import { SettingsSection } from '@/shared/ui/settings-section';
import { Skeleton } from '@/shared/ui/skeleton';
import { ConfirmedOnly, ConfirmSection } from './confirmed-only';
import { DeleteAccount } from './delete-account';

// The forms load after the page, with the form library.
const ProfileForm = lazy(() => import('./profile-form').then((module) => ({ default: module.ProfileForm })));
const EmailForm = lazy(() => import('./email-form').then((module) => ({ default: module.EmailForm })));
const PasswordForm = lazy(() => import('./password-form').then((module) => ({ default: module.PasswordForm })));
const TwoFactorSection = lazy(() =>
  import('./two-factor-section').then((module) => ({ default: module.TwoFactorSection })),
);
const PasskeysSection = lazy(() =>
  import('./passkeys-section').then((module) => ({ default: module.PasskeysSection })),
);
const IdentitiesSection = lazy(() =>
  import('./identities-section').then((module) => ({ default: module.IdentitiesSection })),
);
const SessionList = lazy(() => import('./session-list').then((module) => ({ default: module.SessionList })));
const NotificationPreferences = lazy(() =>
  import('./notification-preferences').then((module) => ({ default: module.NotificationPreferences })),
);
const DataExportSection = lazy(() => import('./data-export').then((module) => ({ default: module.DataExportSection })));
const OperatorSection = lazy(() =>
  import('./operator-section').then((module) => ({ default: module.OperatorSection })),
);
const PreferencesForm = lazy(() =>
  import('./preferences-form').then((module) => ({ default: module.PreferencesForm })),
);

/** The user's own settings. */
export function AccountScreen() {
  return (
    <>
      <PageTitle title="Account" lead="Your personal settings, across all workspaces." />
      <SettingsSection title="Profile" about="Members of your workspaces see your name.">
        <Suspense fallback={<Skeleton height={196} />}>
          <ProfileForm />
        </Suspense>
      </SettingsSection>
      <ConfirmedOnly fallback={<ConfirmSection />}>
        <SettingsSection title="Email" about="You log in with this address.">
          <Suspense fallback={<Skeleton height={62} />}>
            <EmailForm />
          </Suspense>
        </SettingsSection>
        <SettingsSection title="Password" about="Changing your password ends all your other sessions.">
          <Suspense fallback={<Skeleton height={330} />}>
            <PasswordForm />
          </Suspense>
        </SettingsSection>
        <SettingsSection
          title="Two-factor authentication"
          about="A second step after your password, so that the password alone isn’t enough."
        >
          <Suspense fallback={<Skeleton height={64} />}>
            <TwoFactorSection />
          </Suspense>
        </SettingsSection>
        <SettingsSection
          title="Passkeys"
          about="Log in with your fingerprint, face or PIN, without your password and without a code."
        >
          <Suspense fallback={<Skeleton height={64} />}>
            <PasskeysSection />
          </Suspense>
        </SettingsSection>
        <SettingsSection
          title="Single sign-on"
          about="Providers of organizations that log in to your account. Each opens the workspace of its organization."
        >
          <Suspense fallback={<Skeleton height={58} />}>
            <IdentitiesSection />
          </Suspense>
        </SettingsSection>
        <SettingsSection title="Sessions" about="Where you’re logged in. End sessions that you don’t recognise.">
          <Suspense fallback={<Skeleton height={64} />}>
            <SessionList />
          </Suspense>
        </SettingsSection>
      </ConfirmedOnly>
      <SettingsSection title="Notifications" about="The same in all your workspaces. A daily summary is sent at 8:00.">
        <Suspense fallback={<Skeleton height={420} />}>
          <NotificationPreferences />
        </Suspense>
      </SettingsSection>
      <SettingsSection title="Preferences" about="Stored in this browser until you log out.">
        <Suspense fallback={<Skeleton height={120} />}>
          <PreferencesForm />
        </Suspense>
      </SettingsSection>
      <Suspense fallback={null}>
        <OperatorSection />
      </Suspense>
      <ConfirmedOnly fallback={null}>
        <SettingsSection
          title="Export my data"
          about="Your profile, sessions, workspaces, notifications and activity, and the links of workspaces that only you own."
        >
          <Suspense fallback={<Skeleton height={88} />}>
            <DataExportSection />
          </Suspense>
        </SettingsSection>
        <SettingsSection title="Delete account" about="Deletes your profile and the workspaces that only you use.">
          <DeleteAccount />
        </SettingsSection>
      </ConfirmedOnly>
    </>
  );
}

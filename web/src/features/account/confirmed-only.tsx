import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { profileQuery } from '@/entities/session/me.queries';
import { reauthentication } from '@/shared/api/reauthentication';
import { Button } from '@/shared/ui/button';
import { SettingsSection } from '@/shared/ui/settings-section';
import { Skeleton } from '@/shared/ui/skeleton';

interface Props {
  /** What a session of single sign-on shows instead. */
  fallback: ReactNode;
  children: ReactNode;
}

/** Settings that a session of single sign-on does not open before the user has confirmed it. */
export function ConfirmedOnly({ fallback, children }: Props) {
  const { data: profile, isPending } = useQuery(profileQuery);
  if (isPending) return <Skeleton height={330} />;
  return profile?.confinedTo ? fallback : children;
}

/** Asks for a factor of the account. */
export function ConfirmSection() {
  return (
    <SettingsSection title="Security" about="Email, password, two-factor authentication, passkeys and sessions.">
      <p className="ui-notice max-w-[680px] flex-wrap">
        <span className="min-w-0 flex-1 basis-64">
          You logged in with single sign-on, which opens its workspace only. Confirm with the password or a passkey of
          your account to see these settings.
        </span>
        <Button onClick={() => void reauthentication.request()}>Confirm it’s you</Button>
      </p>
    </SettingsSection>
  );
}

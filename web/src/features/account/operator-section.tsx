import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { profileQuery } from '@/entities/session/me.queries';
import { buttonClass } from '@/shared/ui/button';
import { SettingsSection } from '@/shared/ui/settings-section';

/** The way to the operator screens; nothing for other users. */
export function OperatorSection() {
  const { data: profile } = useQuery(profileQuery);
  if (!profile?.operator) return null;
  return (
    <SettingsSection title="Operator" about="You are an operator of this install.">
      <Link to="/dashboard/admin" className={buttonClass()}>
        Manage users, workspaces and links
      </Link>
    </SettingsSection>
  );
}

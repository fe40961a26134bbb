import { useQuery } from '@tanstack/react-query';
import { useDenied } from '@/entities/workspace/use-can';
import { currentWorkspace } from '@/entities/workspace/workspace.queries';
import { EmptyState } from '@/shared/ui/empty-state';
import { PageTitle } from '@/shared/ui/page-title';
import { SignOnSections } from './sign-on-sections';

/** The single sign-on of the workspace. Owners and admins see it, owners change it. */
export function SignOnSettingsScreen() {
  const denied = useDenied('workspace:manage');
  const { isSuccess: known } = useQuery(currentWorkspace());
  return (
    <>
      <PageTitle title="Single sign-on" lead="Members log in with the OpenID Connect provider of your organization." />
      {denied ? (
        <div className="ui-panel mt-6">
          <EmptyState title="Only owners and admins see single sign-on">{denied}</EmptyState>
        </div>
      ) : (
        known && <SignOnSections />
      )}
    </>
  );
}

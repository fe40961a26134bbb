import { useQuery } from '@tanstack/react-query';
import { useDenied } from '@/entities/workspace/use-can';
import { currentWorkspace } from '@/entities/workspace/workspace.queries';
import { EmptyState } from '@/shared/ui/empty-state';
import { PageTitle } from '@/shared/ui/page-title';
import { AuditLog } from './audit-log';

/** The audit log of the workspace. Only owners and admins see it. */
export function AuditScreen() {
  const denied = useDenied('audit:read');
  const { isSuccess: known } = useQuery(currentWorkspace());
  return (
    <>
      <PageTitle title="Audit log" lead="Changes, exports and sign-ins in this workspace." />
      {denied ? (
        <div className="ui-panel mt-6">
          <EmptyState title="Only owners and admins see the audit log">{denied}</EmptyState>
        </div>
      ) : (
        known && <AuditLog />
      )}
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useRestoreWorkspace } from '@/entities/workspace/use-restore-workspace';
import { deletedWorkspaces } from '@/entities/workspace/workspace-lists.queries';
import { formatDate } from '@/shared/lib/format';
import { Button } from '@/shared/ui/button';

/** The deleted workspaces that the user can restore, each as a notice. Renders nothing without any. */
export function DeletedWorkspaces() {
  const { data: deleted } = useQuery(deletedWorkspaces());
  const restore = useRestoreWorkspace();
  if (!deleted?.length) return null;
  return (
    <ul className="my-5 grid gap-2" aria-label="Deleted workspaces">
      {deleted.map(({ id, name, purgeAt }) => (
        <li key={id} className="ui-notice ui-accent">
          <span className="min-w-0 flex-1">
            <b>{name} was deleted.</b> Its links don’t work, and its members have no access.
            {purgeAt && ` You can restore it until ${formatDate(purgeAt)}.`}
          </span>
          <Button
            size="sm"
            aria-label={`Restore ${name}`}
            busy={restore.isPending && restore.variables === id}
            onClick={() => restore.mutate(id)}
          >
            Restore
          </Button>
        </li>
      ))}
    </ul>
  );
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { restoreWorkspace } from '@/entities/workspace/restore-workspace';
import { deletedWorkspaces } from '@/entities/workspace/workspace.queries';
import { formatDate } from '@/shared/lib/format';
import { Button } from '@/shared/ui/button';

/** A banner for each deleted workspace that the user can restore. */
export function DeletedWorkspaces() {
  const queries = useQueryClient();
  const { data = [] } = useQuery(deletedWorkspaces());
  const restore = useMutation({ mutationFn: (id: string) => restoreWorkspace(queries, id) });
  return data.map(({ id, name, purgeAt }) => (
    <p key={id} className="ui-notice ui-accent my-5" role="status">
      <span className="flex-1">
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
    </p>
  ));
}

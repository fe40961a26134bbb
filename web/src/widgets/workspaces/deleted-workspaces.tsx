import { useQuery } from '@tanstack/react-query';
import { useRestoreWorkspace } from '@/entities/workspace/use-restore-workspace';
import { deletedWorkspaces } from '@/entities/workspace/workspace-lists.queries';
import { t } from '@/shared/i18n/t';
import { Trans } from '@/shared/i18n/trans';
import { formatDate } from '@/shared/lib/format';
import { Button } from '@/shared/ui/button';

/** The deleted workspaces that the user can restore, each as a notice. Renders nothing without any. */
export function DeletedWorkspaces() {
  const { data: deleted } = useQuery(deletedWorkspaces());
  const restore = useRestoreWorkspace();
  if (!deleted?.length) return null;
  return (
    <ul className="my-5 grid gap-2" aria-label={t('Deleted workspaces')}>
      {deleted.map(({ id, name, purgeAt }) => (
        <li key={id} className="ui-notice ui-accent">
          <span className="min-w-0 flex-1">
            <Trans
              text="<b>{name} was deleted.</b> Its links don’t work, and its members have no access."
              values={{ name }}
              tags={{ b: (children) => <b>{children}</b> }}
            />
            {purgeAt && ` ${t('You can restore it until {date}.', { date: formatDate(purgeAt) })}`}
          </span>
          <Button
            size="sm"
            aria-label={t('Restore {name}', { name })}
            busy={restore.isPending && restore.variables === id}
            onClick={() => restore.mutate(id)}
          >
            {t('Restore')}
          </Button>
        </li>
      ))}
    </ul>
  );
}

import { useQuery } from '@tanstack/react-query';
import { profileQuery } from '@/entities/session/me.queries';
import { PageTitle } from '@/shared/ui/page-title';
import { PanelError } from '@/shared/ui/panel-error';
import { Skeleton } from '@/shared/ui/skeleton';
import { AdminPanels } from './admin-panels';
import { NotOperator } from './not-operator';

interface Props {
  /** The tab in the URL; the first one for an unknown tab. */
  tab?: string;
  onTab: (tab: string) => void;
}

/** The screens of the install's operators. */
export function AdminScreen(props: Props) {
  const { data: profile, error, refetch } = useQuery(profileQuery);
  const loading = <Skeleton height={420} className="mt-6" />;
  return (
    <>
      <PageTitle title="Operator" lead="Users, workspaces and links of the whole install." />
      {error ? (
        <PanelError error={error} onRetry={refetch} />
      ) : !profile ? (
        loading
      ) : profile.operator ? (
        <AdminPanels {...props} />
      ) : (
        <NotOperator />
      )}
    </>
  );
}

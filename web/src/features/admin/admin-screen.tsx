import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { profileQuery } from '@/entities/session/me.queries';
import { PageTitle } from '@/shared/ui/page-title';
import { PanelError } from '@/shared/ui/panel-error';
import { Skeleton } from '@/shared/ui/skeleton';

const AdminPanels = lazy(() => import('./admin-panels').then((module) => ({ default: module.AdminPanels })));
const NotOperator = lazy(() => import('./not-operator').then((module) => ({ default: module.NotOperator })));

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
      ) : (
        <Suspense fallback={loading}>{profile.operator ? <AdminPanels {...props} /> : <NotOperator />}</Suspense>
      )}
    </>
  );
}

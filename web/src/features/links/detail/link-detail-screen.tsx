import { useQuery } from '@tanstack/react-query';
import { Link as RouteLink, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReportState } from '@/entities/analytics/model/report-search';
import { linkDetail } from '@/entities/link/link.queries';
import { useLinkName } from '@/entities/link/link-name';
import { ResourceError } from '@/entities/workspace/ui/resource-error';
import { PRODUCT } from '@/shared/config/product';
import { t } from '@/shared/i18n/t';
import { buttonClass } from '@/shared/ui/button';
import { lazyPart } from '@/shared/ui/lazy-part';
import type { ReportChange } from '@/widgets/report/report-context';
import { DeleteClicks } from './delete-clicks';
import { type DetailTab, DetailTabs } from './detail-tabs';
import { LinkFigures } from './link-figures';
import { LinkHeader, LinkHeaderSkeleton } from './link-header';
import './detail.css';

const HistoryPanel = lazyPart(() => import('./history-panel'), 'HistoryPanel');
const DeleteLinksDialog = lazyPart(() => import('../actions/delete-links-dialog'), 'DeleteLinksDialog');

interface Props {
  linkId: string;
  tab: DetailTab;
  state: ReportState;
  change: ReportChange;
  onEdit: () => void;
}

/** The screen of one link: header, report, live clicks and history. */
export function LinkDetailScreen({ linkId, tab, state, change, onEdit }: Props) {
  const detail = useQuery(linkDetail(linkId));
  const nameOf = useLinkName();
  const navigate = useNavigate();
  const [deleting, setDeleting] = useState(false);
  const link = detail.data;
  if (detail.isError) return <LinkError id={linkId} error={detail.error} onRetry={() => detail.refetch()} />;
  return (
    <>
      <title>{`${link ? nameOf(link) : t('Link')} · ${PRODUCT}`}</title>
      {link ? <LinkHeader link={link} onEdit={onEdit} onDelete={() => setDeleting(true)} /> : <LinkHeaderSkeleton />}
      <DetailTabs tab={tab} />
      {tab === 'history' ? (
        link && <HistoryPanel link={link} />
      ) : (
        <>
          <LinkFigures linkId={linkId} link={link} tab={tab} state={state} change={change} />
          {link && <DeleteClicks link={link} />}
        </>
      )}
      {link && deleting && (
        <DeleteLinksDialog
          links={[link]}
          onClose={() => setDeleting(false)}
          onDone={() => void navigate({ to: '/dashboard/links' })}
        />
      )}
    </>
  );
}

/** Shown when the link does not exist or fails to load. */
function LinkError({ id, error, onRetry }: { id: string; error: Error; onRetry: () => void }) {
  const action = (
    <RouteLink to="/dashboard/links" className={buttonClass()}>
      {t('All links')}
    </RouteLink>
  );
  return <ResourceError kind="link" id={id} error={error} onRetry={onRetry} action={action} />;
}

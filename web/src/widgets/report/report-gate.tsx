import { useQuery } from '@tanstack/react-query';
import { Link as RouteLink } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { countFilterValues } from '@/entities/analytics/model/filters';
import { clicksEver } from '@/entities/click/click.queries';
import { importedClicksNote } from '@/entities/link/imported-clicks';
import { Can } from '@/entities/workspace/ui/permission-controls';
import { t } from '@/shared/i18n/t';
import { Button, buttonClass } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { PanelError } from '@/shared/ui/panel-error';
import { useReport, useReportData } from './report-context';

/** Renders its children, or else an error or an empty state with the next step. */
export function ReportGate({ children }: { children: ReactNode }) {
  const { state } = useReport();
  const { data, error, retry, stale } = useReportData(({ count }) => ({ count }));
  const count = data?.count;
  const bots = state.kpi === 'bots' ? (count?.bots ?? 0) : 0;
  const empty = count !== undefined && count.clicks === 0 && !count.imported && bots === 0 && !stale;
  if (error && !data) {
    return (
      <section className="ui-panel">
        <PanelError error={error} onRetry={retry} />
      </section>
    );
  }
  return (
    <div className="report-body" data-stale={stale || undefined} aria-busy={!data || stale}>
      {stale && <i className="report-wait" />}
      {empty ? (
        <>
          <h2 className="ui-sr-only">{t('Report')}</h2>
          <ReportEmptyState bots={count.bots} />
        </>
      ) : (
        children
      )}
    </div>
  );
}

function ReportEmptyState({ bots }: { bots: number }) {
  const { state, change, linkId, codeId } = useReport();
  const filtered = countFilterValues(state.filters) > 0;
  const ever = useQuery({ ...clicksEver({ linkId, codeId }), enabled: !filtered });
  const { imported: dated = 0, importedUndated: undated = 0 } = ever.data ?? {};
  const never = ever.data?.clicks === 0 && dated === 0;
  if (filtered) {
    return (
      <section className="ui-panel">
        <EmptyState
          title={t('No matching clicks')}
          action={<Button onClick={() => change({ filters: {} })}>{t('Clear filters')}</Button>}
        >
          {t('No clicks match these filters in this period.')}
        </EmptyState>
      </section>
    );
  }
  if (never && undated > 0) {
    return (
      <section className="ui-panel">
        <EmptyState title={importedClicksNote({ clickCount: undated, importedClicks: undated })}>
          {t(
            'These imported clicks have no dates and sources. Open the short link: its click appears here within a second.',
          )}
        </EmptyState>
      </section>
    );
  }
  if (never) {
    return (
      <section className="ui-panel">
        <EmptyState
          title={codeId ? t('No scans yet') : t('No clicks yet')}
          action={
            linkId ? undefined : (
              <Can permission="links:write">
                <RouteLink to="/dashboard/links" search={{ new: 'link' }} className={buttonClass({ tone: 'primary' })}>
                  {t('New link')}
                </RouteLink>
              </Can>
            )
          }
        >
          {codeId
            ? t('Scan the code with a phone. The scan appears here within a second, with its place and time.')
            : t('Open a short link. Its click appears here within a second, with its source and time.')}
        </EmptyState>
      </section>
    );
  }
  return (
    <section className="ui-panel" aria-busy={ever.isPending}>
      <EmptyState
        title={t('No clicks in this period')}
        action={
          <span className="flex gap-2">
            {bots > 0 && state.traffic === 'human' && (
              <Button onClick={() => change({ traffic: 'bot' })}>{t('Show bots')}</Button>
            )}
            <Button tone="primary" onClick={() => change({ period: { name: '91d' } })}>
              {t('Widen to 91 days')}
            </Button>
            <Button onClick={() => change({ period: { name: 'all' } })}>{t('All time')}</Button>
          </span>
        }
      >
        {bots > 0 && state.traffic === 'human'
          ? t('Only bots clicked. Try a longer period.')
          : t('Try a longer period.')}
      </EmptyState>
    </section>
  );
}

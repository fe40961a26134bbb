import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { DIMENSIONS, type Dimension } from '@/entities/analytics/model/dimensions';
import { LIST_GROUPS, type ListGroup } from '@/entities/analytics/model/report-search';
import { LIST_ROWS } from '@/entities/analytics/report.queries';
import { utmConventions } from '@/entities/utm/utm-conventions.queries';
import { useFreezeWhileHovered } from '@/shared/hooks/use-freeze-while-hovered';
import { midSentence } from '@/shared/i18n/mid-sentence';
import { t } from '@/shared/i18n/t';
import { Icon } from '@/shared/ui/icon';
import { Menu, MenuRadioGroup, MenuRadioItem } from '@/shared/ui/menu';
import { Skeleton } from '@/shared/ui/skeleton';
import { TabList, tabPanelProps } from '@/shared/ui/tab-list';
import { useReport, useReportData } from '../report-context';
import { BreakdownRows } from './breakdown-rows';
import { useCountriesPerCapita } from './use-countries-per-capita';
import '@/shared/charts/charts.css';
import './breakdown.css';

/** Tabs that are in a menu, so that a group with many tabs fits its panel. */
const FOLDED: Partial<Record<ListGroup, { label: string; tabs: readonly Dimension[] }>> = {
  places: { label: t('More'), tabs: ['continent', 'language'] },
  sources: { label: t('UTM'), tabs: ['utmSource', 'utmMedium', 'utmCampaign', 'utmTerm', 'utmContent'] },
};

const SHORT: Partial<Record<Dimension, string>> = {
  referrerUrl: t('URLs'),
  inAppBrowser: t('In apps'),
  url: t('Destinations'),
};

interface Props {
  group: ListGroup;
  /** The default tab. */
  first?: Dimension;
  /** Tabs to leave out. */
  without?: readonly Dimension[];
  rows?: number;
  /** Below the list. */
  foot?: ReactNode;
  /** List countries by their rate per million people. */
  perCapita?: boolean;
}

/** A panel with the lists of several dimensions, one tab each. */
export function BreakdownPanel({ group, ...rest }: Props) {
  return (
    <section className="ui-panel report-breakdown">
      <BreakdownTabs group={group} {...rest} />
    </section>
  );
}

/** The tabs and the open list, without a panel. */
export function BreakdownTabs({ group, first, without = [], rows = 8, foot, perCapita = false }: Props) {
  const id = useId();
  const { state, change, query } = useReport();
  const tabs: readonly Dimension[] = (LIST_GROUPS[group] as readonly Dimension[]).filter(
    (tab) => !without.includes(tab),
  );
  const folded = FOLDED[group];
  const plain = tabs.filter((tab) => !folded?.tabs.includes(tab));
  const open = state.tabs[group] ?? first ?? tabs[0] ?? 'link';
  const show = (tab: Dimension) => change({ tabs: { ...state.tabs, [group]: tab } });
  const metric = state.kpi === 'uniques' ? 'uniques' : 'clicks';
  const { data, stale } = useReportData((report) => {
    const rows = report[open]?.rows;
    // The other outcomes are not part of the report's count.
    const total = open === 'outcome' ? rows?.reduce((sum, row) => sum + row[metric], 0) : report.count?.[metric];
    return { rows, total };
  });
  const held = useFreezeWhileHovered(data, { question: JSON.stringify([query, open, metric]), stale });
  const byRate = perCapita && open === 'country';
  const countries = useCountriesPerCapita(byRate);
  const list = byRate ? countries : held.value?.rows;
  // The reason why a click is a bot's does not apply to clicks by people.
  const mute = open === 'botReason' && state.traffic === 'human';
  const shown = list?.slice(0, rows);
  const imported = metric === 'clicks' && !byRate && shown?.some((row) => row.imported);

  return (
    <>
      <div className="list-head">
        <TabList
          id={id}
          label={plain.map((tab) => DIMENSIONS[tab].many).join(', ')}
          value={open}
          tabs={plain.map((tab) => ({ value: tab, label: SHORT[tab] ?? DIMENSIONS[tab].many }))}
          onChange={show}
        />
        {folded && (
          <Menu
            trigger={
              <button type="button" className="ui-tab" data-open={folded.tabs.includes(open) || undefined}>
                {folded.tabs.includes(open) ? DIMENSIONS[open].one : folded.label}
                <Icon name="down" />
              </button>
            }
          >
            <MenuRadioGroup label={folded.label} value={open} onChange={show}>
              {folded.tabs.map((tab) => (
                <MenuRadioItem key={tab} value={tab}>
                  {DIMENSIONS[tab].many}
                </MenuRadioItem>
              ))}
            </MenuRadioGroup>
          </Menu>
        )}
      </div>
      <div
        {...tabPanelProps(id, DIMENSIONS[open].many)}
        className="list-body"
        data-stale={stale || undefined}
        aria-busy={data === undefined}
        {...held.hold}
      >
        {!shown && <ListSkeleton rows={rows} />}
        {shown && !mute && <BreakdownRows total={held.value?.total} dimension={open} rows={shown} perCapita={byRate} />}
        {shown && <Hint dimension={open} empty={shown.every((row) => row.key === '')} />}
      </div>
      <ListFoot dimension={open} count={mute ? 0 : (list?.length ?? 0)} rows={rows}>
        {imported && <span className="chart-key chart-hatched">{t('Imported')}</span>}
        {foot}
      </ListFoot>
    </>
  );
}

/** Explains an empty list when the cause is not a lack of clicks. */
function Hint({ dimension, empty }: { dimension: Dimension; empty: boolean }) {
  const { state, change } = useReport();
  if (dimension === 'botReason' && state.traffic === 'human') {
    return (
      <p className="list-hint">
        {t('Bots are excluded.')}{' '}
        <button type="button" className="ui-more ui-link" onClick={() => change({ traffic: 'bot' })}>
          {t('Show bots')}
        </button>
      </p>
    );
  }
  if (dimension === 'outcome' && !state.filters.outcome) {
    return <p className="list-hint">{t('Figures count redirects. Select another outcome to count it instead.')}</p>;
  }
  if (!empty) return null;
  if (dimension === 'region' || dimension === 'city') {
    return (
      <p className="list-hint">
        {t('{dimension} need a city database on the server.', { dimension: DIMENSIONS[dimension].many })}
      </p>
    );
  }
  if (dimension === 'rule') return <p className="list-hint">{t('No rule matched a click in this period.')}</p>;
  return null;
}

interface FootProps {
  dimension: Dimension;
  count: number;
  rows: number;
  children?: ReactNode;
}

function ListFoot({ dimension, count, rows, children }: FootProps) {
  const { state, change } = useReport();
  const { data: bots = 0 } = useReportData((report) => report.count?.bots);
  return (
    <div className="list-foot">
      {children}
      {FOLDED.sources?.tabs.includes(dimension) && <CampaignCase />}
      {dimension === 'device' && state.traffic === 'human' && bots > 0 && (
        <span className="ui-muted">
          {t('{count, plural, one {# bot} other {# bots}} excluded.', { count: bots })}{' '}
          <button type="button" className="ui-more ui-link" onClick={() => change({ traffic: 'all' })}>
            {t('Include bots')}
          </button>
        </span>
      )}
      <button
        type="button"
        className="ui-more ui-link report-end"
        disabled={count === 0}
        onClick={() => change({ all: dimension })}
      >
        {count >= LIST_ROWS || count > rows ? t('Show all') : count > 0 ? t('Select several') : ''}
        <span className="ui-sr-only">
          {t('{noun}, {count} here', { noun: midSentence(DIMENSIONS[dimension].many), count })}
        </span>
      </button>
    </div>
  );
}

/** Says that values which differ in case are one row. */
function CampaignCase() {
  const { data } = useQuery(utmConventions());
  return data?.foldCase ? <span className="ui-muted">{t('Counted in lower case')}</span> : null;
}

function ListSkeleton({ rows }: { rows: number }) {
  return (
    <div className="report-list" aria-hidden="true">
      {Array.from({ length: rows }, (_, at) => `wait-${at}`).map((key) => (
        <div key={key} className="report-row-wait">
          <Skeleton height={14} />
        </div>
      ))}
    </div>
  );
}

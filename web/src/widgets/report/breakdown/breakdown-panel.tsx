import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { DIMENSIONS, type Dimension } from '@/entities/analytics/model/dimensions';
import { LIST_GROUPS, type ListGroup } from '@/entities/analytics/model/report-search';
import { LIST_ROWS } from '@/entities/analytics/report.queries';
import { useHeld } from '@/shared/hooks/use-held';
import { formatCount, plural } from '@/shared/lib/format';
import { Icon } from '@/shared/ui/icon';
import { Menu, MenuItem } from '@/shared/ui/menu';
import { Skeleton } from '@/shared/ui/skeleton';
import type { ReportView } from '../use-report';
import { BreakdownRows } from './breakdown-rows';
import { useCountriesPerCapita } from './use-countries-per-capita';

/** Tabs that open from one entry, so that a group with many fits its panel. */
const FOLDED: Partial<Record<ListGroup, { label: string; tabs: readonly Dimension[] }>> = {
  places: { label: 'More', tabs: ['continent', 'language'] },
  sources: { label: 'UTM', tabs: ['utmSource', 'utmMedium', 'utmCampaign', 'utmTerm', 'utmContent'] },
};

const SHORT: Partial<Record<Dimension, string>> = {
  referrerUrl: 'URLs',
  inAppBrowser: 'In apps',
  url: 'Destinations',
};

interface Props {
  view: ReportView;
  group: ListGroup;
  /** The tab that is open unless the URL names one. */
  first?: Dimension;
  /** Tabs that have nothing to say here. */
  without?: readonly Dimension[];
  rows?: number;
  /** Below the list. */
  foot?: ReactNode;
  /** Countries are listed by their rate per million people. */
  perHead?: boolean;
}

/** Lists of several dimensions behind tabs. */
export function BreakdownPanel({ view, group, ...rest }: Props) {
  return (
    <section className="ui-panel report-breakdown">
      <BreakdownTabs view={view} group={group} {...rest} />
    </section>
  );
}

/** The tabs with the list that is open, without a panel around them. */
export function BreakdownTabs({ view, group, first, without = [], rows = 8, foot, perHead = false }: Props) {
  const id = useId();
  const { state, change, report, stale } = view;
  const tabs: readonly Dimension[] = (LIST_GROUPS[group] as readonly Dimension[]).filter(
    (tab) => !without.includes(tab),
  );
  const folded = FOLDED[group];
  const plain = tabs.filter((tab) => !folded?.tabs.includes(tab));
  const open = state.tabs[group] ?? first ?? tabs[0] ?? 'link';
  const show = (tab: Dimension) => change({ tabs: { ...state.tabs, [group]: tab } });
  const held = useHeld(report); // rows, and the sum that their shares are of
  const rated = perHead && open === 'country';
  const byRate = useCountriesPerCapita(view, rated);
  const list = rated ? byRate : held.value?.[open]?.rows;
  // Why bots are bots says nothing of the clicks of people.
  const mute = open === 'botReason' && state.traffic === 'human';
  const shown = list?.slice(0, rows);

  function onKeyDown(event: KeyboardEvent) {
    const at = plain.indexOf(open);
    const next = { ArrowLeft: plain.at(at - 1), ArrowRight: plain[(at + 1) % plain.length] }[event.key];
    if (!next || at < 0) return;
    event.preventDefault();
    show(next);
    document.getElementById(`${id}-${next}`)?.focus();
  }

  return (
    <>
      <div className="list-head">
        <div className="ui-tabs" role="tablist" aria-label={plain.map((tab) => DIMENSIONS[tab].many).join(', ')}>
          {plain.map((tab) => (
            <button
              key={tab}
              type="button"
              id={`${id}-${tab}`}
              role="tab"
              className="ui-tab"
              aria-selected={tab === open}
              aria-controls={`${id}-list`}
              tabIndex={tab === open || (!plain.includes(open) && tab === plain[0]) ? 0 : -1}
              onClick={() => show(tab)}
              onKeyDown={onKeyDown}
            >
              {SHORT[tab] ?? DIMENSIONS[tab].many}
            </button>
          ))}
        </div>
        {folded && (
          <Menu
            trigger={
              <button type="button" className="ui-tab" data-open={folded.tabs.includes(open) || undefined}>
                {folded.tabs.includes(open) ? DIMENSIONS[open].one : folded.label}
                <Icon name="down" />
              </button>
            }
          >
            {folded.tabs.map((tab) => (
              <MenuItem key={tab} onSelect={() => show(tab)}>
                {DIMENSIONS[tab].many}
                {tab === open && (
                  <span className="ui-end">
                    <Icon name="check" />
                  </span>
                )}
              </MenuItem>
            ))}
          </Menu>
        )}
      </div>
      <div
        id={`${id}-list`}
        role="tabpanel"
        aria-label={DIMENSIONS[open].many}
        className="list-body"
        data-stale={stale || undefined}
        aria-busy={report === undefined}
        {...held.hold}
      >
        {!shown && <ListSkeleton rows={rows} />}
        {shown && !mute && (
          <BreakdownRows view={{ ...view, report: held.value }} dimension={open} rows={shown} perHead={rated} />
        )}
        {shown && <Hint view={view} dimension={open} empty={shown.every((row) => row.key === '')} />}
      </div>
      <ListFoot view={view} dimension={open} count={mute ? 0 : (list?.length ?? 0)} rows={rows}>
        {foot}
      </ListFoot>
    </>
  );
}

/** Why a list says so little, where there is more to know than that nobody clicked. */
function Hint({ view, dimension, empty }: { view: ReportView; dimension: Dimension; empty: boolean }) {
  if (dimension === 'botReason' && view.state.traffic === 'human') {
    return (
      <p className="list-hint">
        Bots are excluded: programs that fetch a link, not people.{' '}
        <button type="button" className="ui-more ui-link" onClick={() => view.change({ traffic: 'bot' })}>
          Show bots
        </button>
      </p>
    );
  }
  if (!empty) return null;
  if (dimension === 'region' || dimension === 'city') {
    return (
      <p className="list-hint">{DIMENSIONS[dimension].many} are known once this Linnet has a database of cities.</p>
    );
  }
  if (dimension === 'rule') return <p className="list-hint">No rule matched a click in this period.</p>;
  return null;
}

interface FootProps {
  view: ReportView;
  dimension: Dimension;
  count: number;
  rows: number;
  children?: ReactNode;
}

function ListFoot({ view: { change, report, state }, dimension, count, rows, children }: FootProps) {
  const bots = report?.count?.bots ?? 0;
  return (
    <div className="list-foot">
      {children}
      {dimension === 'device' && state.traffic === 'human' && bots > 0 && (
        <span className="ui-muted">
          {plural(bots, 'bot', 'bots')} excluded.{' '}
          <button type="button" className="ui-more ui-link" onClick={() => change({ traffic: 'all' })}>
            Include bots
          </button>
        </span>
      )}
      <button
        type="button"
        className="ui-more ui-link report-end"
        disabled={count === 0}
        onClick={() => change({ all: dimension })}
      >
        {count >= LIST_ROWS || count > rows ? 'Show all' : count > 0 ? 'Select several' : ''}
        <span className="ui-sr-only">
          {' '}
          {DIMENSIONS[dimension].many.toLowerCase()}, {formatCount(count)} here
        </span>
      </button>
    </div>
  );
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

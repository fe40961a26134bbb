import { lazy, Suspense } from 'react';
import { toggleValue } from '@/entities/analytics/model/filters';
import { HeatLegend } from '@/shared/charts/heat-legend';
import { Segmented } from '@/shared/ui/segmented';
import { BreakdownTabs } from '../breakdown/breakdown-panel';
import type { ReportView } from '../use-report';

const WorldMap = lazy(() => import('./world-map').then((module) => ({ default: module.WorldMap })));

/** Where clicks come from: a map, and beside it the lists that have every figure. One country opens its regions. */
export function WorldPanel({ view }: { view: ReportView }) {
  const { state, change, report } = view;
  const country = state.filters.country;
  const one = country?.is.length === 1 && country.is[0] !== 'EU' ? country.is[0] : undefined;
  const rows = report?.country?.rows;
  const perHead = state.map === 'head';
  const open = state.tabs.places ?? (one ? 'region' : 'country');
  const noun = state.kpi === 'uniques' ? 'visitors' : 'clicks';
  return (
    <section className="ui-panel" aria-label="Where from">
      <header>
        <h2>Where from</h2>
        <HeatLegend />
        <Segmented
          label="The map shows"
          value={state.map}
          options={[
            { value: 'clicks', label: state.kpi === 'uniques' ? 'Visitors' : 'Clicks' },
            { value: 'head', label: 'Per head' },
          ]}
          onChange={(map) => change({ map })}
        />
      </header>
      <div className="report-world ui-rule">
        <Suspense fallback={<div className="world-map" />}>
          {rows ? (
            <WorldMap
              view={view}
              chosen={country?.is ?? []}
              onChoose={(code, side) => {
                const filters = toggleValue(state.filters, 'country', code, side);
                // What is open of the lists follows the country again.
                change({ filters, tabs: { ...state.tabs, places: undefined } });
              }}
            />
          ) : (
            <div className="world-map" aria-busy="true" />
          )}
        </Suspense>
        <div className="world-lists">
          <BreakdownTabs
            view={view}
            group="places"
            first={one ? 'region' : 'country'}
            rows={10}
            perHead={perHead}
            foot={
              <span className="ui-muted ui-small">
                {perHead &&
                  (open === 'country'
                    ? `Countries by ${noun} per million people. `
                    : `The map shows ${noun} per head, this list ${noun}. `)}
                Map: <span className="whitespace-nowrap">Natural Earth</span>, people:{' '}
                <span className="whitespace-nowrap">CLDR</span>
              </span>
            }
          />
        </div>
      </div>
    </section>
  );
}

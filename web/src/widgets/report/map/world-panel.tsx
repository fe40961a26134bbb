import { toggleValue } from '@/entities/analytics/model/filters';
import { HeatLegend } from '@/shared/charts/heat-legend';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Segmented } from '@/shared/ui/segmented';
import { BreakdownTabs } from '../breakdown/breakdown-panel';
import { useReport, useReportData } from '../report-context';
import './world.css';

const WorldMap = lazyPart(() => import('./world-map'), 'WorldMap', <div className="world-map" />);

/** A world map of clicks beside the lists of places. A filter by one country opens its regions, where the server knows any. */
export function WorldPanel() {
  const { state, change } = useReport();
  const { data } = useReportData(({ country, region }) => ({
    loaded: country !== undefined,
    regions: region?.rows.some(({ key }) => key !== '') ?? false,
  }));
  const country = state.filters.country;
  const one = country?.is.length === 1 && country.is[0] !== 'EU' ? country.is[0] : undefined;
  const perCapita = state.map === 'head';
  const first = one && data?.regions ? 'region' : 'country';
  const open = state.tabs.places ?? first;
  const noun = state.kpi === 'uniques' ? 'visitors' : 'clicks';
  return (
    <section className="ui-panel" aria-label="Locations">
      <header>
        <h2>Locations</h2>
        <HeatLegend />
        <Segmented
          label="The map shows"
          value={state.map}
          options={[
            { value: 'clicks', label: state.kpi === 'uniques' ? 'Visitors' : 'Clicks' },
            { value: 'head', label: 'Per capita' },
          ]}
          onChange={(map) => change({ map })}
        />
      </header>
      <div className="report-world ui-rule">
        {data?.loaded ? (
          <WorldMap
            selected={country?.is ?? []}
            onSelect={(code, side) => {
              const filters = toggleValue(state.filters, 'country', code, side);
              // The default tab follows the country filter again.
              change({ filters, tabs: { ...state.tabs, places: undefined } });
            }}
          />
        ) : (
          <div className="world-map" aria-busy="true" />
        )}
        <div className="world-lists">
          <BreakdownTabs
            group="places"
            first={first}
            rows={10}
            perCapita={perCapita}
            foot={
              <span className="ui-muted ui-small">
                {perCapita &&
                  (open === 'country'
                    ? `Countries by ${noun} per million people. `
                    : `The map shows ${noun} per capita, this list ${noun}. `)}
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

import { toggleValue } from '@/entities/analytics/model/filters';
import { HeatLegend } from '@/shared/charts/heat-legend';
import { t } from '@/shared/i18n/t';
import { Trans } from '@/shared/i18n/trans';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Segmented } from '@/shared/ui/segmented';
import { BreakdownTabs } from '../breakdown/breakdown-panel';
import { useReport, useReportData } from '../report-context';
import './world.css';

const WorldMap = lazyPart(() => import('./world-map'), 'WorldMap', <div className="world-map" />);

const NOTES = {
  clicks: {
    rates: t('Countries by clicks per million people.'),
    counts: t('The map shows clicks per capita, this list clicks.'),
  },
  visitors: {
    rates: t('Countries by visitors per million people.'),
    counts: t('The map shows visitors per capita, this list visitors.'),
  },
};

/** A world map of clicks beside the lists of places. A filter by one country opens its regions, where the server knows any. */
export function WorldPanel() {
  const { state, change } = useReport();
  const { data } = useReportData(({ country, region }) => ({
    loaded: country !== undefined,
    regions: region?.rows.some(({ key }) => key !== '') ?? false,
    imported: country?.rows.some((row) => row.imported) ?? false,
  }));
  const country = state.filters.country;
  const one = country?.is.length === 1 && country.is[0] !== 'EU' ? country.is[0] : undefined;
  const perCapita = state.map === 'head';
  const first = one && data?.regions ? 'region' : 'country';
  const open = state.tabs.places ?? first;
  const texts = NOTES[state.kpi === 'uniques' ? 'visitors' : 'clicks'];
  return (
    <section className="ui-panel" aria-label={t('Locations')}>
      <header>
        <h2>{t('Locations')}</h2>
        <HeatLegend />
        <Segmented
          label={t('The map shows')}
          value={state.map}
          options={[
            { value: 'clicks', label: state.kpi === 'uniques' ? t('Visitors') : t('Clicks') },
            { value: 'head', label: t('Per capita') },
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
                {perCapita && (open === 'country' ? texts.rates : texts.counts)}
                {perCapita && ' '}
                {data?.imported && state.kpi !== 'uniques' && `${t('The map’s colors are without imported clicks.')} `}
                <Trans
                  text="Map: <name>Natural Earth</name>, people: <name>CLDR</name>"
                  tags={{ name: (children) => <span className="whitespace-nowrap">{children}</span> }}
                />
              </span>
            }
          />
        </div>
      </div>
    </section>
  );
}

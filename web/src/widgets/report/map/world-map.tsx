import { useQuery } from '@tanstack/react-query';
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useCallback,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { TopRow } from '@/entities/analytics/analytics.types';
import { countryName } from '@/entities/analytics/model/dimensions';
import { withFilter } from '@/entities/analytics/model/filters';
import { formatPerMillion, perMillion } from '@/entities/analytics/model/per-capita';
import { fullList } from '@/entities/analytics/report.queries';
import { countClicks, countImported, countVisitors } from '@/shared/charts/counted';
import { quantileSteps } from '@/shared/charts/quantiles';
import { DOTS, LANDS, WORLD_HEIGHT, WORLD_WIDTH } from '@/shared/data/world';
import { t } from '@/shared/i18n/t';
import { formatShare } from '@/shared/lib/format';
import { useReport, useReportData } from '../report-context';

interface Props {
  selected: readonly string[];
  onSelect: (code: string, side: 'is' | 'not') => void;
}

const CODES = Object.keys(LANDS);
const DOT = 0.9;
/** Columns of the Pacific without land, cut off at both edges. Dots there overflow the edge. */
const MARGIN = { left: 17, right: 13 };

const codeOf = (target: EventTarget) => (target instanceof Element ? target.getAttribute('data-code') : null);

/** The values of the countries, and their shades: by value or by value per capita. */
function useCountryValues() {
  const { query, state } = useReport();
  const metric = state.kpi === 'uniques' ? 'uniques' : 'clicks';
  const { data } = useReportData(({ country, count }) => ({ rows: country?.rows, total: count?.[metric] }));
  // The report has the first ten countries, and only the selected ones under a country filter.
  const unfiltered = { ...query, filters: withFilter(query.filters, 'country', { is: [], not: [] }) };
  const full = useQuery({ ...fullList(unfiltered, 'country'), placeholderData: (previous) => previous });
  const rows = full.data?.rows ?? data?.rows ?? NO_ROWS;
  const countOf = useMemo(() => {
    const values = new Map(rows.map((row) => [row.key, row[metric]]));
    return (code: string) => values.get(code) ?? 0;
  }, [rows, metric]);
  const importedOf = (code: string) => (metric === 'clicks' && rows.find(({ key }) => key === code)?.imported) || 0;
  const shadeOf = useCallback(
    (code: string) => (state.map === 'head' ? (perMillion(countOf(code), code) ?? 0) : countOf(code)),
    [countOf, state.map],
  );
  const stepOf = useMemo(
    () => quantileSteps(rows.filter((row) => row.key !== '').map((row) => shadeOf(row.key))),
    [rows, shadeOf],
  );
  const total = state.filters.country ? rows.reduce((sum, row) => sum + row[metric], 0) : (data?.total ?? 0);
  return { countOf, importedOf, shadeOf, stepOf, total, counted: metric === 'uniques' ? countVisitors : countClicks };
}

const NO_ROWS: readonly TopRow[] = [];

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** The country that a key moves the focus to; undefined for other keys. */
function nextCountry(codes: readonly string[], code: string, key: string): string | undefined {
  if (key === 'Home') return codes[0];
  if (key === 'End') return codes.at(-1);
  const step = STEPS[key];
  return step && codes[(codes.indexOf(code) + step + codes.length) % codes.length];
}

/**
 * A world map of modules, colored by quantiles of clicks or of clicks per capita, without imported ones. Countries without clicks are hatched;
 * those smaller than a module are dots. The map is one tab stop: arrow keys move between countries with clicks, from the
 * highest value to the lowest. The list beside the map has the same values.
 */
export function WorldMap({ selected, onSelect }: Props) {
  const id = useId();
  const map = useRef<SVGSVGElement>(null);
  const { countOf, importedOf, shadeOf, stepOf, total, counted } = useCountryValues();
  const [hovered, setHovered] = useState<string | null>(null);
  const [active, setActive] = useState<string | null>(null);
  const byValue = (a: string, b: string) => countOf(b) - countOf(a);
  const clicked = CODES.filter((code) => countOf(code) > 0).sort(byValue);
  const empty = CODES.filter((code) => countOf(code) === 0);
  const dots = Object.entries(DOTS).filter(([code]) => countOf(code) > 0);
  const focusable = [...clicked, ...dots.map(([code]) => code)].sort(byValue);
  const tabStop = active !== null && focusable.includes(active) ? active : focusable[0];

  function describeCountry(code: string): string {
    const value = countOf(code);
    const imported = importedOf(code);
    const figures = [
      counted(value),
      imported > 0 && countImported(imported),
      total > 0 && value > 0 && formatShare(value / total),
      value > 0 && formatPerMillion(perMillion(value, code)),
    ];
    return `${countryName(code)}: ${figures.filter(Boolean).join(', ')}`;
  }

  const common = (code: string) => ({
    'data-code': code,
    'data-step': stepOf(shadeOf(code)),
    fill: shadeOf(code) > 0 ? undefined : `url(#${id}-none)`,
    'data-chosen': selected.includes(code) || undefined,
    ...(countOf(code) > 0
      ? {
          role: 'button',
          tabIndex: code === tabStop ? 0 : -1,
          'aria-label': describeCountry(code),
          'aria-pressed': selected.includes(code),
        }
      : {}),
  });

  function onKeyDown(event: KeyboardEvent) {
    const code = codeOf(event.target);
    if (!code) return;
    const next = nextCountry(focusable, code, event.key);
    if (next) {
      event.preventDefault();
      map.current?.querySelector<SVGElement>(`[data-code="${next}"][role]`)?.focus();
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      onSelect(code, event.altKey ? 'not' : 'is');
    }
  }

  return (
    <div className="world-map">
      <svg
        ref={map}
        viewBox={`${MARGIN.left} 0 ${WORLD_WIDTH - MARGIN.left - MARGIN.right} ${WORLD_HEIGHT}`}
        role="group"
        aria-label={t('World map. The list beside it has the same values.')}
        onClick={(event: MouseEvent) => {
          const code = codeOf(event.target);
          if (code && countOf(code) > 0) onSelect(code, event.altKey ? 'not' : 'is');
        }}
        onKeyDown={onKeyDown}
        onPointerOver={(event: PointerEvent) => setHovered(codeOf(event.target))}
        onPointerLeave={() => setHovered(null)}
        onFocus={(event) => {
          setActive(codeOf(event.target));
          setHovered(codeOf(event.target));
        }}
        onBlur={() => setHovered(null)}
      >
        <defs>
          <pattern id={`${id}-none`} width="2" height="2" patternUnits="userSpaceOnUse">
            <path className="report-ground" d="M0 0h2v2H0z" />
            <path className="report-lines" d="M-.5 .5l1-1M0 2l2-2M1.5 2.5l1-1" />
          </pattern>
          <pattern id={`${id}-grid`} width="1" height="1" patternUnits="userSpaceOnUse">
            <path className="report-gap" d="M0 0h1v.16H0zM0 0h.16v1H0z" />
          </pattern>
        </defs>
        {empty.map((code) => (
          <path key={code} d={LANDS[code]} {...common(code)} />
        ))}
        {clicked.map((code) => (
          <path key={code} d={LANDS[code]} {...common(code)} />
        ))}
        <rect className="report-mesh" width={WORLD_WIDTH} height={WORLD_HEIGHT} fill={`url(#${id}-grid)`} />
        {dots.map(([code, [x, y]]) => (
          <rect
            key={code}
            x={x + 0.13}
            y={y + 0.13}
            width={DOT}
            height={DOT}
            className="report-dot"
            {...common(code)}
          />
        ))}
      </svg>
      <p className="world-tip" aria-hidden="true">
        {hovered ? describeCountry(hovered) : t('Hover or tap a country')}
      </p>
    </div>
  );
}

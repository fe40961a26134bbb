import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useCallback, useId, useMemo, useState } from 'react';
import { countryName } from '@/entities/analytics/model/dimensions';
import { withFilter } from '@/entities/analytics/model/filters';
import { formatPerMillion, perMillion } from '@/entities/analytics/model/per-capita';
import { fullList } from '@/entities/analytics/report.queries';
import { quantileSteps } from '@/shared/charts/quantiles';
import { DOTS, LANDS, WORLD_HEIGHT, WORLD_WIDTH } from '@/shared/data/world';
import { formatShare, plural } from '@/shared/lib/format';
import type { ReportView } from '../use-report';

interface Props {
  view: ReportView;
  chosen: readonly string[];
  onChoose: (code: string, side: 'is' | 'not') => void;
}

const CODES = Object.keys(LANDS);
const DOT = 0.9;
/** Columns of the Pacific with nothing but a few dots, which stand over the edge. */
const ASIDE = { left: 17, right: 13 };

/**
 * The world in modules, coloured by quantiles of clicks or of clicks per head; a country without a figure is hatched, and
 * what is smaller than a module is a dot. Countries with clicks take the focus. The list beside it says the same in text.
 */
export function WorldMap({ view, chosen, onChoose }: Props) {
  const { query, report, state } = view;
  const id = useId();
  // The whole list: the panel's own has its first ten only. A chosen country stays among the others.
  const others = { ...query, filters: withFilter(query.filters, 'country', { is: [], not: [] }) };
  const whole = useQuery({ ...fullList(others, 'country'), placeholderData: (known) => known });
  const rows = whole.data?.rows ?? report?.country?.rows ?? [];
  const [shown, setShown] = useState<string | null>(null);
  const figureOf = useMemo(() => {
    const values = new Map(rows.map((row) => [row.key, state.kpi === 'uniques' ? row.uniques : row.clicks]));
    return (code: string) => values.get(code) ?? 0;
  }, [rows, state.kpi]);
  const shadeOf = useCallback(
    (code: string) => (state.map === 'head' ? (perMillion(figureOf(code), code) ?? 0) : figureOf(code)),
    [figureOf, state.map],
  );
  const whom = state.kpi === 'uniques' ? report?.count?.uniques : report?.count?.clicks;
  // Under a filter of countries the report knows of those alone.
  const total = state.filters.country ? rows.reduce((sum, row) => sum + figureOf(row.key), 0) : (whom ?? 0);
  const step = useMemo(
    () => quantileSteps(rows.filter((row) => row.key !== '').map((row) => shadeOf(row.key))),
    [rows, shadeOf],
  );
  const noun = state.kpi === 'uniques' ? 'visitor' : 'click';
  const words = (code: string) => {
    const value = figureOf(code);
    const share = total > 0 && value > 0 ? `, ${formatShare(value / total)}` : '';
    const rate = value > 0 ? `, ${formatPerMillion(perMillion(value, code))}` : '';
    return `${countryName(code)}: ${plural(value, noun)}${share}${rate}`;
  };
  const codeOf = (target: EventTarget) => (target instanceof Element ? target.getAttribute('data-code') : null);
  const common = (code: string) => ({
    'data-code': code,
    'data-step': step(shadeOf(code)),
    fill: shadeOf(code) > 0 ? undefined : `url(#${id}-none)`,
    'data-chosen': chosen.includes(code) || undefined,
    ...(figureOf(code) > 0
      ? { role: 'button', tabIndex: 0, 'aria-label': words(code), 'aria-pressed': chosen.includes(code) }
      : {}),
  });
  const live = CODES.filter((code) => figureOf(code) > 0).sort((a, b) => figureOf(b) - figureOf(a));
  const quiet = CODES.filter((code) => figureOf(code) === 0);
  const dots = Object.entries(DOTS).filter(([code]) => figureOf(code) > 0);

  function onKeyDown(event: KeyboardEvent) {
    const code = codeOf(event.target);
    if (!code || (event.key !== 'Enter' && event.key !== ' ')) return;
    event.preventDefault();
    onChoose(code, event.altKey ? 'not' : 'is');
  }

  return (
    <div className="world-map">
      <svg
        viewBox={`${ASIDE.left} 0 ${WORLD_WIDTH - ASIDE.left - ASIDE.right} ${WORLD_HEIGHT}`}
        role="group"
        aria-label="Map of the world; the list beside it has the figures"
        onClick={(event: MouseEvent) => {
          const code = codeOf(event.target);
          if (code && figureOf(code) > 0) onChoose(code, event.altKey ? 'not' : 'is');
        }}
        onKeyDown={onKeyDown}
        onPointerOver={(event: PointerEvent) => setShown(codeOf(event.target))}
        onPointerLeave={() => setShown(null)}
        onFocus={(event) => setShown(codeOf(event.target))}
        onBlur={() => setShown(null)}
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
        {quiet.map((code) => (
          <path key={code} d={LANDS[code]} {...common(code)} />
        ))}
        {live.map((code) => (
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
        {shown ? words(shown) : 'Point at a country'}
      </p>
    </div>
  );
}

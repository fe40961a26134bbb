import { type KeyboardEvent, type MouseEvent, type PointerEvent, useMemo, useRef, useState } from 'react';
import { formatShare } from '@/shared/lib/format';
import { type Counted, countClicks } from './counted';
import { HeatSums } from './heat-sums';
import { type HeatCell, type HourSlot, heatTotals, hourLabel, WEEKDAY_NAMES, WEEKDAYS } from './heat-totals';
import { quantileSteps } from './quantiles';
import './heat.css';

interface Place {
  day: number;
  hour: number;
}

const isoOf = ({ day, hour }: Place): HourSlot => ({ weekday: day + 1, hour });

const MOVES: Record<string, (at: Place) => Place> = {
  ArrowLeft: ({ day, hour }) => ({ day, hour: Math.max(0, hour - 1) }),
  ArrowRight: ({ day, hour }) => ({ day, hour: Math.min(23, hour + 1) }),
  ArrowUp: ({ day, hour }) => ({ day: Math.max(0, day - 1), hour }),
  ArrowDown: ({ day, hour }) => ({ day: Math.min(6, day + 1), hour }),
  Home: ({ day }) => ({ day, hour: 0 }),
  End: ({ day }) => ({ day, hour: 23 }),
};

/** Where a cell's element says it is. */
function placeOf(target: EventTarget): Place | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-day]') : null;
  return cell ? { day: Number(cell.dataset.day), hour: Number(cell.dataset.hour) } : null;
}

interface Props {
  cells: readonly HeatCell[];
  label: string;
  /** Writes a number of what is counted; clicks by default. */
  counted?: Counted;
  /** Whether an hour is selected; the others fade. Absent: all are. */
  kept?: (place: HourSlot) => boolean;
  /**
   * Receives the chosen hour. With it, the chart shows the sums of hours above and of days at the right; they choose an
   * hour of every day, or a whole day. Places without clicks cannot be chosen.
   */
  onChoose?: (place: Partial<HourSlot>) => void;
  /** Whether a place is chosen already. Choosing it again clears it, even without clicks. */
  chosen?: (place: Partial<HourSlot>) => boolean;
}

/**
 * Clicks by weekday and hour: 7 × 24 modules in five steps of equal count. Arrow keys walk through the cells, Enter
 * chooses one that has clicks.
 */
export function HeatMatrix({ cells, label, counted = countClicks, kept, onChoose, chosen }: Props) {
  const { matrix, best, total, days, hours } = useMemo(() => heatTotals(cells), [cells]);
  const step = useMemo(() => quantileSteps(matrix.flat()), [matrix]);
  const [tabStop, setTabStop] = useState<Place>({ day: (best?.weekday ?? 1) - 1, hour: best?.hour ?? 0 });
  const [shown, setShown] = useState<Place | null>(null);
  const grid = useRef<HTMLDivElement>(null);

  const clicksAt = ({ day, hour }: Place) => matrix[day]?.[hour] ?? 0;
  const labelOf = (at: Place) => {
    const clicks = clicksAt(at);
    const place = `${WEEKDAY_NAMES[at.day]} ${hourLabel(at.hour)}: ${counted(clicks)}`;
    return total > 0 ? `${place}, ${formatShare(clicks / total)}` : place;
  };
  const isKept = (at: Place) => kept?.(isoOf(at)) ?? false;
  const keptHour = (hour: number) => days.some((_, day) => isKept({ day, hour }));
  const keptDay = (weekday: number) => hours.some((_, hour) => isKept({ day: weekday - 1, hour }));
  const isIdle = (clicks: number, place: Partial<HourSlot>) => clicks === 0 && !chosen?.(place);
  const idleAt = (at: Place) => onChoose !== undefined && isIdle(clicksAt(at), isoOf(at));
  const isBest = (at: Place) => best !== null && best.weekday === at.day + 1 && best.hour === at.hour;

  function onKeyDown(event: KeyboardEvent) {
    if (onChoose && (event.key === 'Enter' || event.key === ' ')) {
      event.preventDefault();
      if (!idleAt(tabStop)) onChoose(isoOf(tabStop));
      return;
    }
    const move = MOVES[event.key];
    if (!move) return;
    event.preventDefault();
    const next = move(tabStop);
    setTabStop(next);
    setShown(next);
    grid.current?.querySelector<HTMLElement>(`[data-day="${next.day}"][data-hour="${next.hour}"]`)?.focus();
  }

  function onClick({ target }: MouseEvent) {
    const at = placeOf(target);
    if (!at || !onChoose) return;
    setTabStop(at);
    if (!idleAt(at)) onChoose(isoOf(at));
  }

  return (
    <div className="chart-hours" data-sums={onChoose ? true : undefined} data-kept={kept ? true : undefined}>
      {onChoose && (
        <HeatSums
          of="hour"
          sums={hours}
          isKept={keptHour}
          isIdle={(clicks, hour) => isIdle(clicks, { hour })}
          onChoose={(hour) => onChoose({ hour })}
        />
      )}
      <div className="chart-days" aria-hidden="true">
        {WEEKDAYS.map((day) => (
          <span key={day}>{day}</span>
        ))}
      </div>
      <div
        ref={grid}
        className="heat-grid"
        role="grid"
        aria-label={label}
        tabIndex={-1}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onPointerOver={(event: PointerEvent) => setShown(placeOf(event.target))}
        onPointerLeave={() => setShown(null)}
        onFocus={(event) => setShown(placeOf(event.target))}
        onBlur={() => setShown(null)}
      >
        {matrix.map((row, day) => (
          // biome-ignore lint/a11y/useFocusableInteractive: focus belongs to the cells
          <div key={WEEKDAYS[day]} role="row" className="contents">
            {row.map((clicks, hour) => {
              const at = { day, hour };
              return (
                <div
                  key={hourLabel(hour)}
                  role="gridcell"
                  tabIndex={tabStop.day === day && tabStop.hour === hour ? 0 : -1}
                  aria-label={labelOf(at)}
                  aria-selected={onChoose && isKept(at)}
                  aria-disabled={idleAt(at) || undefined}
                  data-day={day}
                  data-hour={hour}
                  data-step={step(clicks)}
                  className={isBest(at) ? 'chart-best' : undefined}
                />
              );
            })}
          </div>
        ))}
        {shown && (
          <span
            className="ui-tooltip heat-tip"
            aria-hidden="true"
            data-side={shown.day < 2 ? 'below' : 'above'}
            style={{ left: `${((shown.hour + 0.5) / 24) * 100}%`, top: `${((shown.day + 0.5) / 7) * 100}%` }}
          >
            {labelOf(shown)}
          </span>
        )}
      </div>
      {onChoose && (
        <HeatSums
          of="weekday"
          sums={days}
          isKept={keptDay}
          isIdle={(clicks, weekday) => isIdle(clicks, { weekday })}
          onChoose={(weekday) => onChoose({ weekday })}
        />
      )}
      <div className="hour-axis" aria-hidden="true">
        {[0, 6, 12, 18, 23].map((hour) => (
          <span key={hour}>{hour}</span>
        ))}
      </div>
    </div>
  );
}

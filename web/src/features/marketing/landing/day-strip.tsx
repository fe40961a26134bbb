import { type CSSProperties, useSyncExternalStore } from 'react';
import { QUARTERS, stepPaths } from './day-modules';

const PATHS = stepPaths();
const MINUTE = 60_000;

/** The visitor's clock, at each new minute. */
function everyMinute(tick: () => void): () => void {
  const timer = setInterval(tick, MINUTE);
  return () => clearInterval(timer);
}

function minuteOfDay(): number {
  const now = new Date();
  return now.getHours() * 60 + now.getMinutes();
}

const unknown = () => -1;

function clock(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}

/**
 * A sample day of four links, a module for each quarter of an hour. It has got as far as the visitor's own day: what
 * is still to come is pale, and the present quarter is marked.
 */
export function DayStrip() {
  const minute = useSyncExternalStore(everyMinute, minuteOfDay, unknown);
  const quarter = Math.floor(minute / 15);
  const share = { '--now': quarter / QUARTERS } as CSSProperties;
  return (
    <div className="strip" style={minute < 0 ? undefined : share}>
      <div className="strip-view">
        <svg viewBox="0 -.5 96 4" aria-hidden="true">
          {PATHS.map(({ step, path }) => (
            <path key={step} className={`w${step}`} d={path} />
          ))}
        </svg>
        {minute >= 0 && <div className="strip-future" />}
      </div>
      <p className="wrap strip-cap">
        <span>00:00</span>
        <span>A sample day of four links. A module is a quarter of an hour.</span>
        <span>{minute < 0 ? '24:00' : `now ${clock(minute)}`}</span>
      </p>
    </div>
  );
}

import { type CSSProperties, useSyncExternalStore } from 'react';
import { QUARTERS, stepPaths } from './day-modules';

const PATHS = stepPaths();
const MINUTE = 60_000;

/** Calls `tick` once a minute. */
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
 * A sample day of four links, one module per 15 minutes. The current time of the visitor is marked, and later modules
 * are pale.
 */
export function DayStrip() {
  const minute = useSyncExternalStore(everyMinute, minuteOfDay, unknown);
  const quarter = Math.floor(minute / 15);
  // Small screens show half of the day: the half with the current time.
  const place = { '--now': quarter / QUARTERS, '--shift': quarter < QUARTERS / 2 ? 0 : 1 } as CSSProperties;
  return (
    <div className="landing-strip" style={minute < 0 ? undefined : place}>
      <div className="strip-view">
        <svg viewBox="0 -.5 96 4" aria-hidden="true">
          {PATHS.map(({ step, path }) => (
            <path key={step} className={`landing-w${step}`} d={path} />
          ))}
        </svg>
        {minute >= 0 && (
          <>
            <div className="strip-future" />
            <span className="strip-now" data-late={quarter > QUARTERS * 0.9}>{`now ${clock(minute)}`}</span>
          </>
        )}
      </div>
      <p className="site-wrap strip-cap">
        <span>00:00</span>
        <span>Sample data: one day of four links, in steps of 15 minutes</span>
        <span>24:00</span>
      </p>
    </div>
  );
}

import { stepPaths } from './day-modules';

/**
 * A sample day of four links, one module per 15 minutes. Its island marks the current time of the visitor; later modules
 * are pale.
 */
export function DayStrip() {
  return (
    <div className="landing-strip" data-island="day-strip">
      <div className="strip-view">
        <svg viewBox="0 -.5 96 4" aria-hidden="true">
          {stepPaths().map(({ step, path }) => (
            <path key={step} className={`landing-w${step}`} d={path} />
          ))}
        </svg>
        <div className="strip-future" data-part="future" hidden />
        <span className="strip-now" data-part="now" hidden />
      </div>
      <p className="site-wrap strip-cap">
        <span>00:00</span>
        <span>Sample data: one day of four links, in steps of 15 minutes</span>
        <span>24:00</span>
      </p>
    </div>
  );
}

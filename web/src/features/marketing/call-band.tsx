import { buttonClass } from '@/shared/ui/button';

const COMPANIES = [
  'Harrow & Finch',
  'Northlight Press',
  'Oat Street',
  'Kestrel Freight',
  'Pomelo Labs',
  'Tidewater Radio',
] as const;

/** The closing call to action, with a moving strip of six fictional companies that pauses on hover and on focus. */
export function CallBand() {
  return (
    <section className="call-band" aria-labelledby="call-title">
      <div className="site-wrap">
        <h2 id="call-title">Make every link count.</h2>
        <a href="/signup" className={buttonClass({ size: 'lg' })}>
          Get Started – It's Free
        </a>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to pause the strip */}
      <div className="call-band-names" tabIndex={0} role="group" aria-label="Sample companies">
        <div className="names-run">
          <ul>
            {COMPANIES.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
          {/* A copy of the names, for an endless loop. */}
          <div className="names-again" aria-hidden="true">
            {COMPANIES.map((name) => (
              <span key={name}>{name}</span>
            ))}
          </div>
        </div>
      </div>
    </section>
  );
}

import { buttonClass } from '@/shared/ui/button';
import { Chip } from '@/shared/ui/chip';
import { Barcode } from '../barcode';
import { USE_CASES } from '../use-cases';

/** The four use cases, one card each. */
export function UseCasesSection() {
  return (
    <section id="use-cases" className="site-band" aria-labelledby="use-cases-title">
      <div className="site-wrap">
        <div className="site-grid12 band-head">
          <h2 id="use-cases-title">How teams use Linnet</h2>
          <p>
            <a href="/features#use-cases" className={buttonClass()}>
              See all use cases
            </a>
          </p>
        </div>
        {USE_CASES.map(({ who, text, link, figure, unit }, index) => (
          <article key={who} className="ticket-card">
            <div className="ticket-stub">
              <h3>{who}</h3>
              <span aria-hidden="true">{`No. 00${index + 1}`}</span>
            </div>
            <p>{text}</p>
            <div className="ticket-end">
              <Barcode seed={index + 1} />
              <Chip>{link}</Chip>
              <span>
                <b>{figure}</b> {unit}
              </span>
            </div>
          </article>
        ))}
      </div>
    </section>
  );
}

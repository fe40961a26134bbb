import { Chip } from '@/shared/ui/chip';
import { Barcode } from '../barcode';
import { USE_CASES } from '../use-cases';

/** The four use cases with their details. */
export function UseCasesInDepth() {
  return (
    <section id="use-cases" className="site-band" aria-labelledby="use-cases-title">
      <div className="site-wrap">
        <h2 id="use-cases-title" className="band-title">
          Use cases in depth
        </h2>
        <div className="features-days">
          {USE_CASES.map(({ who, text, more, link, figure, unit }, index) => (
            <article key={who}>
              <Barcode seed={index + 1} />
              <h3>{who}</h3>
              <p className="days-text">{text}</p>
              <p>{more}</p>
              <p className="days-end">
                <Chip>{link}</Chip>
                <span>
                  <b>{figure}</b> {unit}
                </span>
              </p>
            </article>
          ))}
        </div>
      </div>
    </section>
  );
}

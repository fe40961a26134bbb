import type { ReactNode } from 'react';

export interface LegalSection {
  title: string;
  body: ReactNode;
}

const HEIGHT = 600;

/** A legal text: its sections in a focusable scroll area of 600 px, beside a table of contents. */
export function LegalPage({
  title,
  sections,
  children,
}: {
  title: string;
  sections: readonly LegalSection[];
  children?: ReactNode;
}) {
  return (
    <div className="site-wrap page-top legal-page">
      {children}
      <div className="legal-side">
        <h1>{title}</h1>
        <p>
          Effective <time dateTime="2025-04-18">April 18, 2025</time>
        </p>
        <ol>
          {sections.map(({ title: name }, index) => (
            <li key={name}>
              <a href={`#section-${index + 1}`}>{name}</a>
            </li>
          ))}
        </ol>
      </div>
      <div className="legal-text">
        <div className="legal-scroll" style={{ height: HEIGHT }} data-island="scroll-area">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it */}
          <div className="scroll-view" tabIndex={0} role="region" aria-label={title} data-part="view">
            <div className="legal-body">
              {sections.map(({ title: name, body }, index) => (
                <section key={name} id={`section-${index + 1}`} aria-labelledby={`section-title-${index + 1}`}>
                  <h2 id={`section-title-${index + 1}`}>{`${index + 1}. ${name}`}</h2>
                  {body}
                </section>
              ))}
            </div>
          </div>
        </div>
      </div>
    </div>
  );
}

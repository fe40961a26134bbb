import type { ReactNode } from 'react';
import { BreakdownMini } from '../minis/breakdown-mini';
import { HoursMini } from '../minis/hours-mini';
import { QrMini } from '../minis/qr-mini';
import { RulesMini } from '../minis/rules-mini';

function Tool({
  title,
  text,
  className,
  children,
}: {
  title: string;
  text: string;
  className: string;
  children: ReactNode;
}) {
  return (
    <article className={className}>
      <div>
        <h3>{title}</h3>
        <p>{text}</p>
      </div>
      {children}
    </article>
  );
}

/** The four tools, each as a piece of the product itself. */
export function FeaturesSection() {
  return (
    <section id="features" className="site-band" aria-labelledby="features-title">
      <div className="site-wrap">
        <div className="site-grid12 band-head">
          <h2 id="features-title">Four tools. One link underneath all of them.</h2>
          <p>Rename it, redirect it, print it. The statistics stay with the link.</p>
        </div>
        <div className="site-grid12 landing-sheet">
          <Tool
            className="tool-rules"
            title="Links that decide"
            text="Rules are read from top to bottom. The first that holds sends the visitor on, before they notice there was a question."
          >
            <RulesMini />
          </Tool>
          <Tool
            className="tool-qr"
            title="QR codes, judged"
            text="In your colours, as long as a phone can tell them apart. If one would struggle, you hear it first."
          >
            <QrMini />
          </Tool>
          <Tool
            className="tool-sources"
            title="People, and what was none"
            text="Every click is kept with its reason: a person, a crawler, a link preview, a prefetch."
          >
            <BreakdownMini />
          </Tool>
          <Tool
            className="tool-hours"
            title="When people click"
            text="Every hour of the week is a module. The darker it is, the more it was clicked. The best one is named in words."
          >
            <HoursMini />
          </Tool>
        </div>
      </div>
    </section>
  );
}

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

/** The four tools, each with a sample of its screen. */
export function FeaturesSection() {
  return (
    <section id="features" className="site-band" aria-labelledby="features-title">
      <div className="site-wrap">
        <div className="site-grid12 band-head">
          <h2 id="features-title">Four tools for every short link</h2>
          <p>Rename it, redirect it, print it. Its statistics stay together.</p>
        </div>
        <div className="site-grid12 landing-sheet">
          <Tool
            className="tool-rules"
            title="Redirect rules"
            text="Send visitors to different destinations by country, device, language, time and more. Rules run in order, and the first match wins."
          >
            <RulesMini />
          </Tool>
          <Tool
            className="tool-qr"
            title="Scannable QR codes"
            text="Use your own colors. Linnet checks the contrast and the quiet zone, and warns you before a code becomes hard to scan."
          >
            <QrMini />
          </Tool>
          <Tool
            className="tool-sources"
            title="Bots counted separately"
            text="Each click is classified with a reason: a person, a crawler or a link preview. Prefetches do not count."
          >
            <BreakdownMini />
          </Tool>
          <Tool
            className="tool-hours"
            title="When people click"
            text="A heat map of the week shows your clicks hour by hour, and names the busiest hour."
          >
            <HoursMini />
          </Tool>
        </div>
      </div>
    </section>
  );
}

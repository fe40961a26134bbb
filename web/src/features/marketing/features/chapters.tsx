import { BioMini } from '../minis/bio-mini';
import { BreakdownMini } from '../minis/breakdown-mini';
import { HoursMini } from '../minis/hours-mini';
import { QrStudioMini } from '../minis/qr-studio-mini';
import { RulesMini } from '../minis/rules-mini';
import { TraceMini } from '../minis/trace-mini';
import { Chapter } from './chapter';

/** Rules and the simulator. */
export function RulesChapter() {
  return (
    <Chapter
      id="rules"
      title="Rules you can read aloud"
      text="Conditions nest with all, any and not. They are tried in order, and the first that holds decides. Before anything goes live you test it as a visitor from anywhere, on anything, at any time."
      points={[
        'Country, region, city, continent, or the European Union as one',
        'Language by the browser’s own preference, device, system, browser, in-app browser',
        'Weekdays and hours in a time zone of your choice; before and after a date',
        'Referrer, query values, networks, visitors who came today already',
        'Another address, a weighted split that sticks without a cookie, or a closed door',
      ]}
    >
      <RulesMini />
      <TraceMini />
    </Chapter>
  );
}

/** The QR studio. */
export function QrChapter() {
  return (
    <Chapter
      id="qr-codes"
      flip
      title="Codes that scan on the first try"
      text="Colours, gradients, six shapes of modules, corners of their own, your logo, a frame with a caption. Whatever you make of it is decoded on the server before you can have it, and judged: contrast, quiet zone, size of the logo, and what to change."
      points={[
        'SVG, PNG, PDF and WebP from one renderer, by hand or by API',
        'Scans are counted apart from clicks',
        'Designs are saved; each domain can have its default',
        'Hundreds at once, as one ZIP',
      ]}
    >
      <QrStudioMini />
    </Chapter>
  );
}

/** Bio pages. */
export function BioChapter() {
  return (
    <Chapter
      id="bio-pages"
      title="A page that opens before the thumb is gone"
      text="Drag blocks into order, see the phone change as you do, undo what you regret. What visitors get is plain HTML below 30 kB, without a script, so it opens at once in every in-app browser."
      points={[
        'Links, text, pictures, galleries, video, music, forms, countdowns, vCards',
        'Each link block has rules, a schedule, limits and figures',
        'A dozen themes, and an editor for your own',
        'Views, clicks and a heat map for each block',
      ]}
    >
      <BioMini />
    </Chapter>
  );
}

/** Analytics. */
export function AnalyticsChapter() {
  return (
    <Chapter
      id="analytics"
      flip
      title="Figures that hold in the meeting"
      text="A click is written down before the redirect is answered, so a crash loses none. Then it is classified, with the reason: a person, a crawler, a link preview, a prefetch. People are what you see first; the rest is one switch away."
      points={[
        'The hours of the week, a world map, a live feed',
        'Everything on the screen is a filter, and the address of the screen holds them all',
        'Compare periods, links and tags; share a page that can only be read',
        'No cookie, no stored address; unique visitors by a salt that is destroyed each day',
      ]}
    >
      <HoursMini />
      <BreakdownMini />
    </Chapter>
  );
}

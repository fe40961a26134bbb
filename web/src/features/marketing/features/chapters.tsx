import { BreakdownMini } from '../minis/breakdown-mini';
import { HoursMini } from '../minis/hours-mini';
import { QrMini } from '../minis/qr-mini';
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
        'Country, continent, or the European Union as one; region and city where the install has a city database',
        'Language by the browser’s own preference, device, system, browser, in-app browser',
        'Weekdays and hours in a time zone of your choice; before and after a date',
        'Referrer, query values, networks, visitors who came today already',
        'Another address, a weighted split that sticks without a cookie, or a block',
      ]}
    >
      <RulesMini />
      <TraceMini />
    </Chapter>
  );
}

/** QR codes. */
export function QrChapter() {
  return (
    <Chapter
      id="qr-codes"
      flip
      title="Codes that scan on the first try"
      text="Your colours, your size, and as much error correction as the wall needs. Contrast and quiet zone are judged while you choose, and a code that no scanner would read cannot be saved."
      points={[
        'SVG and PNG from one renderer, by hand or by API',
        'Scans are counted apart from clicks',
        'Codes are saved; the destination behind them may change at any time',
      ]}
    >
      <QrMini />
    </Chapter>
  );
}

/** Analytics. */
export function AnalyticsChapter() {
  return (
    <Chapter
      id="analytics"
      title="Figures that hold in the meeting"
      text="A click is written down before the redirect is answered, so a crash loses none. Then it is classified, with the reason: a person, a crawler, a link preview, a prefetch. People are what you see first; the rest is one switch away."
      points={[
        'The hours of the week, a world map, a live feed',
        'Everything on the screen is a filter, and the address of the screen holds them all',
        'Compare with the period before; share a page that can only be read',
        'No cookie, no stored address; unique visitors by a salt that is destroyed each day',
      ]}
    >
      <HoursMini />
      <BreakdownMini />
    </Chapter>
  );
}

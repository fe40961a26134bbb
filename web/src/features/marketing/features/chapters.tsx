import { BreakdownMini } from '../minis/breakdown-mini';
import { HoursMini } from '../minis/hours-mini';
import { QrMini } from '../minis/qr-mini';
import { RulesMini } from '../minis/rules-mini';
import { TraceMini } from '../minis/trace-mini';
import { Chapter } from './chapter';
import { ANALYTICS_POINTS, QR_POINTS, RULES_POINTS } from './chapter-points';

/** Rules and the simulator. */
export function RulesChapter() {
  return (
    <Chapter
      id="rules"
      title="Redirect rules and a simulator"
      text="Combine conditions with all, any and not. Rules run in order, and the first match wins. Test them as a visitor from any country, on any device and at any time, before you publish."
      points={RULES_POINTS}
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
      title="QR codes that phones can read"
      text="Choose shapes, colors, a logo and a caption. Linnet decodes each design while you edit, and rejects a code that scanners cannot read."
      points={QR_POINTS}
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
      title="Analytics you can rely on"
      text="Each click is recorded before the redirect is sent, so a crash loses none. It is then classified, with a reason: a person, a crawler or a link preview. Prefetches do not count. Reports show people by default."
      points={ANALYTICS_POINTS}
    >
      <HoursMini />
      <BreakdownMini />
    </Chapter>
  );
}

import type { CSSProperties } from 'react';
import { formatCount } from '@/shared/lib/format';

const SOURCES = [
  { name: 'instagram.com', clicks: 1_842, share: 100 },
  { name: 'news.northlight.example', clicks: 1_107, share: 60 },
  { name: 'QR code', clicks: 655, share: 36 },
  { name: 'Direct', clicks: 514, share: 28 },
] as const;

const BOTS = [
  { reason: 'Link preview', clicks: 391 },
  { reason: 'Crawler', clicks: 204 },
  { reason: 'HEAD request', clicks: 87 },
] as const;

/** Sample sources of people, and bots by reason. */
export function BreakdownMini() {
  return (
    <div className="mini-demo mini-breakdown">
      <div>
        <p className="breakdown-title">Sources of people</p>
        <ol>
          {SOURCES.map(({ name, clicks, share }) => (
            <li key={name}>
              <span className="ui-truncate">{name}</span>
              <b>{formatCount(clicks)}</b>
              <span className="ui-share" style={{ '--share': `${share}%` } as CSSProperties} />
            </li>
          ))}
        </ol>
      </div>
      <div>
        <p className="breakdown-title">Bots, by reason</p>
        <ol>
          {BOTS.map(({ reason, clicks }) => (
            <li key={reason}>
              <span className="ui-truncate">{reason}</span>
              <b>{clicks}</b>
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}

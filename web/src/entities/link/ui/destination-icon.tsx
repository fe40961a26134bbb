import type { CSSProperties } from 'react';
import { destinationLetter, shortDestination } from '../destination';
import './link.css';

const COLOURS = ['viridian', 'saffron', 'plum', 'sky'] as const;

/** Equal hosts have equal colours. */
function colourOf(host: string): string {
  const sum = [...host].reduce((total, sign) => (total * 31 + (sign.codePointAt(0) ?? 0)) % 9973, 7);
  return `var(--${COLOURS[sum % COLOURS.length]})`;
}

/** A destination's first letter in a frame, with a module in the colour of its host. */
export function DestinationIcon({ url }: { url: string }) {
  const host = shortDestination(url).split('/')[0] ?? '';
  return (
    <span className="link-favicon" style={{ '--c': colourOf(host) } as CSSProperties} aria-hidden="true">
      {destinationLetter(url)}
    </span>
  );
}

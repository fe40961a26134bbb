import type { CSSProperties } from 'react';
import { destinationLetter, shortDestination } from '../destination';
import './link.css';

const COLORS = ['viridian', 'saffron', 'plum', 'sky'] as const;

/** The color of a host; equal hosts have equal colors. */
function colorOf(host: string): string {
  const sum = [...host].reduce((total, character) => (total * 31 + (character.codePointAt(0) ?? 0)) % 9973, 7);
  return `var(--${COLORS[sum % COLORS.length]})`;
}

/** An icon with the first letter of a destination, in a color derived from its host. */
export function DestinationIcon({ url }: { url: string }) {
  const host = shortDestination(url).split('/')[0] ?? '';
  return (
    <span className="link-favicon" style={{ '--c': colorOf(host) } as CSSProperties} aria-hidden="true">
      {destinationLetter(url)}
    </span>
  );
}

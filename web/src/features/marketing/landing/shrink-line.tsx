import type { CSSProperties } from 'react';
import { Icon } from '@/shared/ui/icon';

const LONG = 'https://shop.oatstreet.example/collections/spring/linen?utm_source=poster&utm_campaign=tram-line-4';
const SHORT = 'lnt.example/linen';

/**
 * An animation of a URL of 98 characters that shrinks to one of 17, with a module per character. Decorative: the
 * headline and the form have the same content as text.
 */
export function ShrinkLine() {
  const size = { '--long': LONG.length, '--short': SHORT.length } as CSSProperties;
  return (
    <div className="landing-shrink" style={size} aria-hidden="true">
      <div className="shrink-long">
        <span className="shrink-text">{LONG}</span>
        <span className="shrink-ghost">{LONG}</span>
      </div>
      <Icon name="arrow" />
      <span className="ui-chip ui-accent shrink-chip">{SHORT}</span>
      <span className="shrink-gain">{`${LONG.length} → ${SHORT.length}`}</span>
    </div>
  );
}

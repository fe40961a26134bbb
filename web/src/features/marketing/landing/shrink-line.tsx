import type { CSSProperties } from 'react';
import { Icon } from '@/shared/ui/icon';

const LONG = 'https://shop.oatstreet.example/collections/spring/linen?utm_source=poster&utm_campaign=tram-line-4';
const SHORT = 'lnt.example/linen';

/**
 * The promise in one line: an address of 98 characters contracts into one of 17. Below each character stands a
 * module, so that the length is a quantity. A picture; the headline and the form say it in words.
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

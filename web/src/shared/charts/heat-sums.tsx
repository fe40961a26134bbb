import { type KeyboardEvent, useState } from 'react';
import { t } from '@/shared/i18n/t';
import { formatCount } from '@/shared/lib/format';
import { countClicks } from './counted';
import { hourWords, weekdayWords } from './heat-totals';

/** Where each key leads among `count` bars. */
const MOVES: Record<string, (at: number, last: number) => number> = {
  ArrowLeft: (at) => Math.max(0, at - 1),
  ArrowUp: (at) => Math.max(0, at - 1),
  ArrowRight: (at, last) => Math.min(last, at + 1),
  ArrowDown: (at, last) => Math.min(last, at + 1),
  Home: () => 0,
  End: (_, last) => last,
};

const KINDS = {
  hour: { label: t('Hours of all days'), className: 'hour-sums', first: 0, words: hourWords },
  weekday: { label: t('Days'), className: 'day-sums', first: 1, words: weekdayWords },
};

interface Props {
  of: keyof typeof KINDS;
  sums: readonly number[];
  /** Whether a bar is selected; absent: all are. */
  isKept: (place: number) => boolean;
  /** Whether a bar of so many clicks is only passed over. */
  isIdle: (clicks: number, place: number) => boolean;
  onChoose: (place: number) => void;
}

/** The sums of the hours or of the days of a matrix as bars, one stop of the Tab key with arrows inside. */
export function HeatSums({ of, sums, isKept, isIdle, onChoose }: Props) {
  const { label, className, first, words } = KINDS[of];
  const [home, setHome] = useState(0);
  const most = Math.max(1, ...sums);

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const next = MOVES[event.key]?.(home, sums.length - 1);
    if (next === undefined) return;
    event.preventDefault();
    setHome(next);
    (event.currentTarget.children[next] as HTMLElement | undefined)?.focus();
  }

  return (
    <div className={className} role="toolbar" aria-label={label} onKeyDown={onKeyDown}>
      {sums.map((clicks, index) => {
        const place = index + first;
        const share = clicks / most;
        const idle = isIdle(clicks, place);
        const figure = t('{place}: {clicks}', { place: words(place), clicks: countClicks(clicks) });
        return (
          <button
            key={words(place)}
            type="button"
            tabIndex={index === home ? 0 : -1}
            aria-pressed={isKept(place)}
            aria-disabled={idle || undefined}
            aria-label={figure}
            title={idle ? figure : t('Filter by {place}', { place: words(place) })}
            onClick={() => {
              setHome(index);
              if (!idle) onChoose(place);
            }}
          >
            <i style={of === 'hour' ? { height: `${share * 100}%` } : { width: `${share * 48}px` }} />
            {of === 'weekday' && formatCount(clicks)}
          </button>
        );
      })}
    </div>
  );
}

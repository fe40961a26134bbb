import clsx from 'clsx';
import type { ReactNode } from 'react';

const TONES = { hot: 'ui-accent', ok: 'ui-ok', bad: 'ui-bad' } as const;

/** A framed label: a plan, a tag, a state. `hot` marks what is live or selected, `bad` what needs attention. */
export function Badge({ tone, children }: { tone?: 'hot' | 'ok' | 'bad'; children: ReactNode }) {
  return <span className={clsx('ui-badge', tone && TONES[tone])}>{children}</span>;
}

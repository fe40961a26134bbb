import clsx from 'clsx';
import type { ReactNode } from 'react';

/** A small framed word: a plan, a tag, a state. `hot` is now or selected, `bad` needs care. */
export function Badge({ tone, children }: { tone?: 'hot' | 'ok' | 'bad'; children: ReactNode }) {
  return <span className={clsx('badge', tone)}>{children}</span>;
}

import clsx from 'clsx';
import type { Domain } from '../domain.types';

interface Props {
  domain: Pick<Domain, 'host' | 'unicodeHost'>;
  className?: string;
}

/** A host as people read it; below it the ASCII form, which DNS uses, if that differs. */
export function DomainName({ domain: { host, unicodeHost }, className }: Props) {
  return (
    <span className={clsx('grid min-w-0', className)}>
      <b className="ui-truncate font-mono">{unicodeHost}</b>
      {unicodeHost !== host && <span className="ui-truncate ui-small ui-muted font-mono">{host}</span>}
    </span>
  );
}

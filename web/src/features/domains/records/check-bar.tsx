import type { Domain } from '@/entities/domain/domain.types';
import { PermissionButton } from '@/entities/workspace/ui/permission-controls';
import { messageOf } from '@/shared/api/errors';
import { useNow } from '@/shared/hooks/use-now';
import { formatAgo } from '@/shared/lib/format';
import { Icon } from '@/shared/ui/icon';

interface Props {
  domain: Domain;
  error: unknown;
  checking: boolean;
  /** Whether checks repeat by themselves. */
  automatic: boolean;
  onCheck: () => void;
}

const TICK_MS = 5_000;

function agoText(time: string, now: number): string {
  const ago = formatAgo(time, new Date(now));
  return ago === 'now' ? 'just now' : ago;
}

/** The time of the last DNS check, and a button that repeats it. */
export function CheckBar({ domain, error, checking, automatic, onCheck }: Props) {
  const now = useNow(TICK_MS);
  const { checkedAt } = domain;
  return (
    <div className="domain-check">
      <div className="min-w-0">
        <p className="ui-truncate">
          {checkedAt ? `Checked ${agoText(checkedAt, now + TICK_MS)}` : 'Not checked yet'}
          {automatic && <span className="ui-muted"> · repeats automatically</span>}
        </p>
        {error ? (
          <p className="ui-hint ui-error" role="alert">
            {messageOf(error)}
          </p>
        ) : null}
      </div>
      <PermissionButton permission="domains:manage" size="sm" busy={checking} onClick={onCheck}>
        {!checking && <Icon name="refresh" />}
        Check now
      </PermissionButton>
    </div>
  );
}

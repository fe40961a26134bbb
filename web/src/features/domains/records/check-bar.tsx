import { useQuery } from '@tanstack/react-query';
import type { Domain } from '@/entities/domain/domain.types';
import { domainCheck } from '@/entities/domain/domain-detail.queries';
import { PermissionButton } from '@/entities/workspace/ui/permission-controls';
import { messageOf } from '@/shared/api/errors';
import { useNow } from '@/shared/hooks/use-now';
import { formatAgo } from '@/shared/lib/format';
import { Icon } from '@/shared/ui/icon';

interface Props {
  domain: Domain;
  /** Whether checks repeat while the bar is visible. */
  automatic?: boolean;
}

const TICK_MS = 5_000;

function agoText(time: string, now: number): string {
  const ago = formatAgo(time, new Date(now));
  return ago === 'now' ? 'just now' : ago;
}

/** The time of the last DNS check, and a button that repeats it. */
export function CheckBar({ domain, automatic = false }: Props) {
  const { error, isFetching, refetch } = useQuery({ ...domainCheck(domain.id), enabled: automatic });
  const now = useNow(TICK_MS);
  const { checkedAt } = domain;
  return (
    <div className="domain-check">
      <div className="min-w-0">
        <p>
          {checkedAt ? `Checked ${agoText(checkedAt, now + TICK_MS)}` : 'Not checked yet'}
          {automatic && <span className="ui-muted"> · repeats automatically</span>}
        </p>
        {error ? (
          <p className="ui-hint ui-error" role="alert">
            {messageOf(error)}
          </p>
        ) : null}
      </div>
      <PermissionButton permission="domains:manage" size="sm" busy={isFetching} onClick={() => void refetch()}>
        {!isFetching && <Icon name="refresh" />}
        Check now
      </PermissionButton>
    </div>
  );
}

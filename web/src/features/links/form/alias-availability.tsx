import { useQuery } from '@tanstack/react-query';
import { aliasAvailable } from '@/entities/link/link.queries';
import { TIMING } from '@/shared/config/timing';
import { useSettled } from '@/shared/hooks/use-settled';
import { BlinkEye } from '@/shared/ui/blink-eye';

interface Props {
  host: string;
  alias: string;
  /** The alias that the link has already: it is free for itself. */
  own: string | undefined;
}

/** Whether the alias is free, asked a moment after the last key and said aloud to screen readers. */
export function AliasState({ host, alias, own }: Props) {
  const settled = useSettled(alias, TIMING.aliasCheckMs);
  const asks = settled !== '' && settled !== own;
  const free = useQuery({ ...aliasAvailable(host, settled), enabled: asks });
  if (alias === '') return <span>Leave empty for a random 7-character alias.</span>;
  if (alias === own) return <span>A change keeps the old alias working.</span>;
  if (alias !== settled || free.isPending) return <span role="status">Checking availability…</span>;
  if (!free.data) return <span>Availability is checked when you save.</span>;
  if (!free.data.available) {
    return (
      <span role="status" className="hint fault">
        {free.data.reason ?? 'This alias is taken.'}
      </span>
    );
  }
  return (
    <span role="status" className="hint ok free">
      <BlinkEye size={14} blinkKey={settled} />
      <span className="cut">
        {host}/{settled} is free
      </span>
    </span>
  );
}

import { LinkChip } from '@/entities/link/link-chip';
import { formatAgo, formatDateTime } from '@/shared/lib/format';
import type { Click } from './click.types';

const FRESH_MS = 10_000;

/** "40 s", not "40 s ago": in a feed the column says so. */
function since(at: string, now: number): string {
  return formatAgo(at, new Date(now)).replace(/ ago$/, '');
}

function placeOf(click: Click): string {
  return click.city ?? click.region ?? click.country ?? 'Unknown place';
}

/** One click: where from, which link or which device, how long ago. */
export function ClickRow({ click, now, showLink }: { click: Click; now: number; showLink: boolean }) {
  const fresh = now - Date.parse(click.at) < FRESH_MS;
  const device = [click.browser, click.os].filter(Boolean).join(' on ') || click.device || 'Unknown device';
  return (
    <li className={fresh ? 'row fresh' : 'row'}>
      <span className="cc">{click.country ?? '–'}</span>
      <span className="place cut">{placeOf(click)}</span>
      {showLink ? (
        <LinkChip alias={click.alias} linkId={click.linkId ?? undefined} />
      ) : (
        <span className="device muted cut">{device}</span>
      )}
      <time dateTime={click.at} title={formatDateTime(click.at)}>
        {since(click.at, now)}
      </time>
    </li>
  );
}

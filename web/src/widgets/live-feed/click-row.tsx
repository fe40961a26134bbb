import type { Click } from '@/entities/click/click.types';
import { LinkChip } from '@/entities/link/ui/link-chip';
import { formatDateTime, formatSince } from '@/shared/lib/format';

const FRESH_MS = 10_000;

const countries = new Intl.DisplayNames('en', { type: 'region' });

function placeOf({ city, country }: Click): string | null {
  if (city) return city;
  return country && (countries.of(country) ?? country);
}

function deviceOf({ browser, os, device }: Click): string {
  return [browser, os].filter(Boolean).join(' on ') || device || 'Unknown device';
}

/** One click: its location, its link or device, and its age. */
export function ClickRow({ click, now, showLink }: { click: Click; now: number; showLink: boolean }) {
  const fresh = now - Date.parse(click.at) < FRESH_MS;
  return (
    <li className={fresh ? 'ui-row live-fresh' : 'ui-row'}>
      <span className="live-country">{click.country ?? '–'}</span>
      <span className="live-place ui-truncate">{placeOf(click) ?? (showLink ? deviceOf(click) : 'Unknown')}</span>
      {showLink ? (
        <LinkChip link={click} linkId={click.linkId || undefined} />
      ) : (
        <span className="live-device ui-muted ui-truncate">{deviceOf(click)}</span>
      )}
      <time dateTime={click.at} title={formatDateTime(click.at)}>
        {formatSince(click.at, new Date(now))}
      </time>
    </li>
  );
}

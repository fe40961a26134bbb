import type { Click } from '@/entities/click/click.types';
import { LinkChip } from '@/entities/link/ui/link-chip';
import { t } from '@/shared/i18n/t';
import { formatDateTime, formatSince } from '@/shared/lib/format';
import { displayNames } from '@/shared/lib/intl';

const FRESH_MS = 10_000;

const countries = displayNames('region');

function placeOf({ city, country }: Click): string | null {
  if (city) return city;
  return country && (countries.of(country) ?? country);
}

/** "Firefox on Linux", or what of it is known. */
export function browserOf({ browser, os }: Pick<Click, 'browser' | 'os'>): string | undefined {
  return browser && os ? t('{browser} on {system}', { browser, system: os }) : browser || os || undefined;
}

function deviceOf(click: Click): string {
  return browserOf(click) ?? (click.device || t('Unknown device'));
}

/** One click: its location, its link or device, and its age. */
export function ClickRow({ click, now, showLink }: { click: Click; now: number; showLink: boolean }) {
  const fresh = now - Date.parse(click.at) < FRESH_MS;
  return (
    <li className={fresh ? 'ui-row live-fresh' : 'ui-row'}>
      <span className="live-country">{click.country ?? '–'}</span>
      <span className="live-place ui-truncate">{placeOf(click) ?? (showLink ? deviceOf(click) : t('Unknown'))}</span>
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

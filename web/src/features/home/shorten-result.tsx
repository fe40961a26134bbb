import { Link as RouteLink } from '@tanstack/react-router';
import { shortDestination, shortLinkText } from '@/entities/link/destination';
import type { Link } from '@/entities/link/link.types';
import { t } from '@/shared/i18n/t';
import { BlinkEye } from '@/shared/ui/blink-eye';
import { CopyButton } from '@/shared/ui/copy-button';

/** The new link, with a copy button and a link to its page. */
export function ShortenResult({ link, copied }: { link: Link; copied: boolean }) {
  return (
    <div className="quick-made" role="status">
      <BlinkEye size={20} blinkKey={link.id} />
      <a className="ui-chip ui-accent" href={link.shortUrl} target="_blank" rel="noreferrer">
        <span className="ui-truncate">{shortLinkText(link)}</span>
      </a>
      <span className="ui-muted ui-truncate">
        {copied
          ? t('copied, redirects to {destination}', { destination: shortDestination(link.url) })
          : t('created, redirects to {destination}', { destination: shortDestination(link.url) })}
      </span>
      <span className="home-end">
        <CopyButton text={link.shortUrl} what={t('short link')} size="sm" />
        <RouteLink className="ui-more" to="/dashboard/links/$linkId" params={{ linkId: link.id }}>
          {t('View link')}
        </RouteLink>
      </span>
    </div>
  );
}

import { Link as RouteLink } from '@tanstack/react-router';
import { shortDestination } from '@/entities/link/destination';
import type { Link } from '@/entities/link/link.types';
import { BlinkEye } from '@/shared/ui/blink-eye';
import { CopyButton } from '@/shared/ui/copy-button';

/** The link that was just made: the eye blinks, the short address is on the clipboard. */
export function ShortenResult({ link, copied }: { link: Link; copied: boolean }) {
  return (
    <div className="quick-made" role="status">
      <BlinkEye size={20} blinkKey={link.id} />
      <a className="ui-chip ui-accent" href={link.shortUrl} target="_blank" rel="noreferrer">
        <span className="ui-truncate">{link.shortUrl.replace(/^https?:\/\//, '')}</span>
      </a>
      <span className="ui-muted ui-truncate">
        {copied ? 'is copied' : 'is ready'}, leads to {shortDestination(link.url)}
      </span>
      <span className="home-end">
        <CopyButton text={link.shortUrl} what="short link" size="sm" />
        <RouteLink className="ui-more" to="/dashboard/links/$linkId" params={{ linkId: link.id }}>
          Open its page
        </RouteLink>
      </span>
    </div>
  );
}

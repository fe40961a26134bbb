import { Link as RouteLink } from '@tanstack/react-router';
import { shortDestination, shortLinkText } from '@/entities/link/destination';
import type { Link } from '@/entities/link/link.types';
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
        {copied ? 'copied' : 'created'}, redirects to {shortDestination(link.url)}
      </span>
      <span className="home-end">
        <CopyButton text={link.shortUrl} what="short link" size="sm" />
        <RouteLink className="ui-more" to="/dashboard/links/$linkId" params={{ linkId: link.id }}>
          View link
        </RouteLink>
      </span>
    </div>
  );
}

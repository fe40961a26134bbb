import { Link as RouteLink } from '@tanstack/react-router';
import { shortDestination } from '@/entities/link/destination';
import type { Link } from '@/entities/link/link.types';
import { BlinkEye } from '@/shared/ui/blink-eye';
import { Button, buttonClass } from '@/shared/ui/button';
import { CopyButton } from '@/shared/ui/copy-button';

interface Props {
  link: Link;
  copied: boolean;
  /** One line above the form, while several links are made in a row. */
  short?: boolean;
  onAgain?: () => void;
  onClose?: () => void;
}

/** The link that was just made, and what can be done with it next. */
export function LinkMade({ link, copied, short, onAgain, onClose }: Props) {
  const chip = (
    <a className="chip hot big" href={link.shortUrl} target="_blank" rel="noreferrer">
      <span className="cut">{link.shortUrl.replace(/^https?:\/\//, '')}</span>
    </a>
  );
  if (short) {
    return (
      <div className="notice ok" role="status">
        <BlinkEye size={20} blinkKey={link.id} />
        {chip}
        <span className="muted">{copied ? 'made and copied' : 'made'}</span>
      </div>
    );
  }
  return (
    <div className="made">
      <BlinkEye size={72} blinkKey={link.id} />
      <p role="status" className="grid justify-items-center gap-3">
        {chip}
        <span className="muted cut">
          {copied ? 'Copied. ' : ''}Leads to {shortDestination(link.url)}
        </span>
      </p>
      <div className="ways">
        <CopyButton text={link.shortUrl} what="short link" />
        <RouteLink className={buttonClass()} to="/dashboard/links/$linkId" params={{ linkId: link.id }}>
          View statistics
        </RouteLink>
        <RouteLink className={buttonClass()} to="/dashboard/qr-codes" search={{ new: 1, linkId: link.id }}>
          QR code
        </RouteLink>
        <RouteLink className={buttonClass()} to="/dashboard/links" search={{ edit: link.id }}>
          Test
        </RouteLink>
        <Button onClick={onAgain}>Create another</Button>
        <Button tone="primary" onClick={onClose} autoFocus>
          Done
        </Button>
      </div>
    </div>
  );
}

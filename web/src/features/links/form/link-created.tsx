import { Link as RouteLink } from '@tanstack/react-router';
import { shortDestination, shortLinkText } from '@/entities/link/destination';
import type { Link } from '@/entities/link/link.types';
import { t } from '@/shared/i18n/t';
import { BlinkEye } from '@/shared/ui/blink-eye';
import { Button, buttonClass } from '@/shared/ui/button';
import { CopyButton } from '@/shared/ui/copy-button';
import './link-created.css';

interface Props {
  link: Link;
  copied: boolean;
  /** Renders one line above the form, for creating several links in a row. */
  short?: boolean;
  onAgain?: () => void;
  onClose?: () => void;
}

/** The created link with its next actions. */
export function LinkCreated({ link, copied, short, onAgain, onClose }: Props) {
  const chip = (
    <a className="ui-chip ui-accent ui-big" href={link.shortUrl} target="_blank" rel="noreferrer">
      <span className="ui-truncate">{shortLinkText(link)}</span>
    </a>
  );
  if (short) {
    return (
      <div className="ui-notice ui-ok" role="status">
        <BlinkEye size={20} blinkKey={link.id} />
        {chip}
        <span className="ui-muted">{copied ? t('Created and copied') : t('Created')}</span>
      </div>
    );
  }
  return (
    <div className="link-form-created">
      <BlinkEye size={72} blinkKey={link.id} />
      <p role="status" className="grid justify-items-center gap-3">
        {chip}
        <span className="ui-muted ui-truncate">
          {copied
            ? t('Copied. Redirects to {destination}', { destination: shortDestination(link.url) })
            : t('Redirects to {destination}', { destination: shortDestination(link.url) })}
        </span>
      </p>
      <div className="link-form-next">
        <CopyButton text={link.shortUrl} what={t('short link')} />
        <RouteLink className={buttonClass()} to="/dashboard/links/$linkId" params={{ linkId: link.id }}>
          {t('View analytics')}
        </RouteLink>
        <RouteLink className={buttonClass()} to="/dashboard/qr-codes" search={{ new: 1, linkId: link.id }}>
          {t('QR code')}
        </RouteLink>
        <RouteLink className={buttonClass()} to="/dashboard/links" search={{ edit: link.id }}>
          {t('Test')}
        </RouteLink>
        <Button onClick={onAgain}>{t('Create another')}</Button>
        <Button tone="primary" onClick={onClose} autoFocus>
          {t('Done')}
        </Button>
      </div>
    </div>
  );
}

import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useUser } from '@/entities/session/use-session';
import { PRODUCT } from '@/shared/config/product';
import { Button, buttonClass } from '@/shared/ui/button';
import { Icon } from '@/shared/ui/icon';
import { Wordmark } from '@/shared/ui/wordmark';
import { SocialLinks } from './social-links';

const SECTIONS = [
  { hash: 'features', label: 'Features' },
  { hash: 'use-cases', label: 'Use cases' },
  { hash: 'pricing', label: 'Pricing' },
  { hash: 'testimonials', label: 'Testimonials' },
] as const;

const MENU = 'site-menu';

/** The header of the public pages. On small screens, all except the name moves into a menu. */
export function SiteHeader() {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the menu from wherever the focus is in it
    <header
      className="site-top"
      onKeyDown={(event) => {
        if (event.key === 'Escape') close();
      }}
    >
      <div className="site-wrap">
        <Link to="/" className="site-brand" aria-label={`${PRODUCT}, start page`} onClick={close}>
          <Wordmark />
        </Link>
        <div id={MENU} className="site-menu" data-open={open}>
          <nav aria-label="Sections">
            {SECTIONS.map(({ hash, label }) => (
              <Link key={hash} to="/" hash={hash} onClick={close}>
                {label}
              </Link>
            ))}
          </nav>
          <SocialLinks look="marks" />
        </div>
        <SessionLinks onLeave={close} />
        <Button
          tone="quiet"
          icon
          className="site-burger"
          aria-expanded={open}
          aria-controls={MENU}
          aria-label="Menu"
          onClick={() => setOpen(!open)}
        >
          <Icon name={open ? 'x' : 'menu'} />
        </Button>
      </div>
    </header>
  );
}

function SessionLinks({ onLeave }: { onLeave: () => void }) {
  const user = useUser();
  if (user) {
    return (
      <div className="site-auth">
        <Link to="/dashboard" reloadDocument className={buttonClass({ tone: 'ink' })} onClick={onLeave}>
          Dashboard
        </Link>
      </div>
    );
  }
  return (
    <div className="site-auth site-guest">
      <Link to="/login" reloadDocument className={buttonClass({ tone: 'quiet' })} onClick={onLeave}>
        Login
      </Link>
      <Link to="/signup" reloadDocument className={buttonClass({ tone: 'ink' })} onClick={onLeave}>
        Sign Up
      </Link>
    </div>
  );
}

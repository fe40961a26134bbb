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
  return (
    <header className="site-top" data-island="menu">
      <div className="site-wrap">
        <a href="/" className="site-brand" aria-label={`${PRODUCT}, start page`}>
          <Wordmark />
        </a>
        <div id={MENU} className="site-menu">
          <nav aria-label="Sections">
            {SECTIONS.map(({ hash, label }) => (
              <a key={hash} href={`/#${hash}`}>
                {label}
              </a>
            ))}
          </nav>
          <SocialLinks look="marks" />
        </div>
        <SessionLinks />
        <Button
          tone="quiet"
          icon
          className="site-burger"
          aria-expanded="false"
          aria-controls={MENU}
          aria-label="Menu"
          data-part="toggle"
        >
          <Icon name="menu" />
          <Icon name="x" />
        </Button>
      </div>
    </header>
  );
}

/** The links of a visitor and of a signed-in user. The style sheet shows one of them, by `data-signed-in` of the document. */
function SessionLinks() {
  return (
    <>
      <div className="site-auth site-guest">
        <a href="/login" className={buttonClass({ tone: 'quiet' })}>
          Login
        </a>
        <a href="/signup" className={buttonClass({ tone: 'ink' })}>
          Sign Up
        </a>
      </div>
      <div className="site-auth site-member">
        <a href="/dashboard" className={buttonClass({ tone: 'ink' })}>
          Dashboard
        </a>
      </div>
    </>
  );
}

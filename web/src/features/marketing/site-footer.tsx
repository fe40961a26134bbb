import { Link, useHydrated } from '@tanstack/react-router';
import { API_REFERENCE, installFacts, PRODUCT } from '@/shared/config/product';
import { Wordmark } from '@/shared/ui/wordmark';
import { NewsletterForm } from './newsletter-form';
import { SocialLinks } from './social-links';

const COLUMNS = [
  {
    title: 'Product',
    links: [
      { to: '/features', label: 'Features' },
      { to: '/pricing', label: 'Pricing' },
      { to: '/help', label: 'Help' },
    ],
  },
  {
    title: 'Company',
    links: [
      { to: '/about', label: 'About' },
      { to: '/contact', label: 'Contact' },
      { to: '/terms', label: 'Terms' },
      { to: '/privacy', label: 'Privacy' },
    ],
  },
] as const;

/** The footer of the public pages. */
export function SiteFooter() {
  const { supportEmail } = installFacts();
  return (
    <footer className="site-foot">
      <div className="site-wrap foot-grid">
        <div className="foot-brand">
          <Link to="/" aria-label={`${PRODUCT}, start page`} className="site-brand">
            <Wordmark />
          </Link>
          <p className="ui-muted">Short links, QR codes and reliable analytics. Hosted by us, or on your own server.</p>
        </div>
        {COLUMNS.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <h2>{title}</h2>
            <ul>
              {links.map(({ to, label }) => (
                <li key={to}>
                  <Link to={to}>{label}</Link>
                </li>
              ))}
              <li>{title === 'Product' ? <a href={API_REFERENCE}>API</a> : <a href="/abuse">Report abuse</a>}</li>
            </ul>
          </nav>
        ))}
        <div className="foot-letter">
          <NewsletterForm />
          <a className="foot-mail" href={`mailto:${supportEmail}`}>
            {supportEmail}
          </a>
        </div>
        <div className="foot-fine">
          <Copyright />
          <SocialLinks look="words" />
        </div>
      </div>
    </footer>
  );
}

/** Shows the year of the build until hydration, then the current one. The key remounts the element: hydration does not change text. */
function Copyright() {
  const alive = useHydrated();
  return (
    <span key={String(alive)} suppressHydrationWarning>
      {`© ${new Date().getFullYear()} ${PRODUCT}`}
    </span>
  );
}

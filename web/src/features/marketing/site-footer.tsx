import { API_REFERENCE, installFacts, PRODUCT } from '@/shared/config/product';
import { Wordmark } from '@/shared/ui/wordmark';
import { NewsletterForm } from './newsletter-form';
import { SocialLinks } from './social-links';

const COLUMNS = [
  {
    title: 'Product',
    links: [
      { href: '/features', label: 'Features' },
      { href: '/pricing', label: 'Pricing' },
      { href: '/help', label: 'Help' },
    ],
  },
  {
    title: 'Company',
    links: [
      { href: '/about', label: 'About' },
      { href: '/contact', label: 'Contact' },
      { href: '/terms', label: 'Terms' },
      { href: '/privacy', label: 'Privacy' },
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
          <a href="/" aria-label={`${PRODUCT}, start page`} className="site-brand">
            <Wordmark />
          </a>
          <p className="ui-muted">Short links, QR codes and reliable analytics. Hosted, or on your own server.</p>
        </div>
        {COLUMNS.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <h2>{title}</h2>
            <ul>
              {links.map(({ href, label }) => (
                <li key={href}>
                  <a href={href}>{label}</a>
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
          <span data-island="current-year">{`© ${new Date().getFullYear()} ${PRODUCT}`}</span>
          <SocialLinks look="words" />
        </div>
      </div>
    </footer>
  );
}

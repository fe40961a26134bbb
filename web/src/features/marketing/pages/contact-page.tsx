import { installFacts } from '@/shared/config/product';
import { PageHead } from '@/shared/ui/page-head';
import { SocialLinks } from '../social-links';
import './pages.css';

/** Where to write to. */
export function ContactPage() {
  const { supportEmail, salesEmail, privacyEmail } = installFacts();
  const desks = [
    { title: 'Support', text: 'A link misbehaves, a figure looks wrong, an import stops.', email: supportEmail },
    { title: 'Sales', text: 'A plan that none of the five quite is.', email: salesEmail },
    { title: 'Privacy', text: 'What is stored about you, and having it corrected or deleted.', email: privacyEmail },
  ];
  return (
    <div className="site-wrap page-top">
      <PageHead
        title="Contact"
        description="Write to Linnet: support, sales and privacy, and where to follow."
        path="/contact"
        picture="contact"
      />
      <div className="site-grid12">
        <h1 className="contact-title">Write to a person.</h1>
      </div>
      <div className="contact-desks">
        {desks.map(({ title, text, email }) => (
          <section key={title} aria-label={title}>
            <h2>{title}</h2>
            <p className="ui-muted">{text}</p>
            <a className="desk-mail" href={`mailto:${email}`}>
              {email}
            </a>
          </section>
        ))}
      </div>
      <section className="pages-follow" aria-labelledby="follow-title">
        <h2 id="follow-title">Or follow along</h2>
        <SocialLinks look="words" />
      </section>
    </div>
  );
}

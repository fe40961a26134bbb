import { installFacts } from '@/shared/config/product';
import { PageHead } from '@/shared/ui/page-head';
import { SocialLinks } from '../social-links';

/** The email addresses and social networks. */
export function ContactPage() {
  const { supportEmail, salesEmail, privacyEmail } = installFacts();
  const desks = [
    { title: 'Support', text: 'Questions about links, statistics, imports and your account.', email: supportEmail },
    { title: 'Sales', text: 'Custom plans and enterprise agreements.', email: salesEmail },
    { title: 'Privacy', text: 'Access to your data, its correction and its deletion.', email: privacyEmail },
  ];
  return (
    <div className="site-wrap page-top">
      <PageHead
        title="Contact"
        description="Contact Linnet: support, sales, privacy and social networks."
        path="/contact"
        picture="contact"
      />
      <div className="site-grid12">
        <h1 className="contact-title">Contact us</h1>
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
        <h2 id="follow-title">Follow us</h2>
        <SocialLinks look="words" />
      </section>
    </div>
  );
}

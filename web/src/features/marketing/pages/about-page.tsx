import { BlinkEye } from '@/shared/ui/blink-eye';
import { PageHead } from '@/shared/ui/page-head';
import { CallBand } from '../call-band';

export const PILLARS = [
  {
    title: 'Intelligent Analytics',
    text: 'Every click is recorded and classified, with a reason: a person, a crawler or a link preview. Prefetches do not count. Charts show people by default.',
  },
  {
    title: 'Enterprise Security',
    text: 'Passwords are hashed with argon2id. Session tokens are stored as hashes and can be revoked. Every version of a link has an author and a time. No IP addresses of visitors are stored.',
  },
  {
    title: 'Smart Management',
    text: 'Rules, schedules, limits, tags and folders; a history of every version of a link; bulk edits of up to a thousand links, with undo. The old alias of a renamed link keeps working.',
  },
] as const;

/** The purpose and the audience of the product. */
export function AboutPage() {
  return (
    <>
      <div className="site-wrap page-top">
        <PageHead
          title="About"
          description="Link management for individuals, founders, marketers and enterprises: analytics, security and management."
          path="/about"
          picture="about"
        />
        <div className="site-grid12 about-top">
          <h1>Revolutionizing Digital Connectivity and Link Management</h1>
          <BlinkEye className="big-eye" />
        </div>
        <div className="site-grid12 about-text">
          <p className="site-lead">
            Linnet creates short links that last. The address stays the same, the destination can change at any time,
            and clicks are counted without tracking people.
          </p>
          <p>
            It serves individuals with one page to share, startup founders with little time for operations, digital
            marketers who report on every campaign, and enterprises that run it on their own servers. All of them get
            the same program: a single binary with the web app, the redirects, the database and the analytics.
          </p>
        </div>
        <div className="pages-pillars">
          {PILLARS.map(({ title, text }) => (
            <article key={title}>
              <h2>{title}</h2>
              <p>{text}</p>
            </article>
          ))}
        </div>
      </div>
      <CallBand />
    </>
  );
}

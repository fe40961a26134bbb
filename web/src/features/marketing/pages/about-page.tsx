import { BlinkEye } from '@/shared/ui/blink-eye';
import { PageHead } from '@/shared/ui/page-head';
import { CallBand } from '../call-band';
import './pages.css';

export const PILLARS = [
  {
    title: 'Intelligent Analytics',
    text: 'Every click is recorded and classified, with the reason: a person, a crawler, a link preview, a prefetch. Charts show people; the rest is one switch away.',
  },
  {
    title: 'Enterprise Security',
    text: 'Passwords are hashed with argon2id, session tokens are stored hashed and can be revoked, and every version of a link says who changed it and when. No address of a visitor is stored.',
  },
  {
    title: 'Smart Management',
    text: 'Rules, schedules, limits, tags and folders; a history of every version of a link; bulk edits of up to a thousand links, with undo. A renamed link keeps its old alias.',
  },
] as const;

/** Who makes this, and for whom. */
export function AboutPage() {
  return (
    <>
      <div className="site-wrap page-top">
        <PageHead
          title="About"
          description="Who Linnet is for, and the three things it is careful about: analytics, security and management."
          path="/about"
          picture="about"
        />
        <div className="site-grid12 about-top">
          <h1>Revolutionizing Digital Connectivity and Link Management</h1>
          <BlinkEye className="big-eye" />
        </div>
        <div className="site-grid12 about-text">
          <p className="site-lead">
            A link is a promise that something will be there. Linnet keeps it: the address stays short, the destination
            may change as often as it must, and what happened after the click can be counted without following anybody
            around.
          </p>
          <p>
            It serves individuals with one page to share, startup founders who would rather build than run servers,
            digital marketers who answer for every campaign, and enterprises that want all of it on machines of their
            own. They get the same program: one file that holds the pages, the redirects, the records and the figures.
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

import { installFacts } from '@/shared/config/product';
import { SESSION_KEYS } from '@/shared/lib/session-store';
import type { LegalSection } from './legal-page';

/** The five sections of the privacy policy. They must stay true of what the server and the interface store. */
export function privacySections(): readonly LegalSection[] {
  const { privacyEmail } = installFacts();
  return [
    { title: 'Information collected', body: <Collected /> },
    {
      title: 'Use',
      body: (
        <>
          <p>
            Account data lets you sign in, lets members of a workspace see who did what, and lets us write to you about
            your account. Usage data becomes the statistics of the links' owners. Link data is what the service exists
            to serve.
          </p>
          <p>
            Nothing of it is used for advertising, for profiles of people, or to train anything. Clicks are kept for as
            many days as the workspace's plan says, or for fewer where the workspace has chosen so, and are deleted
            within a day after that. They hold nothing that tells who clicked.
          </p>
        </>
      ),
    },
    {
      title: 'Security',
      body: (
        <>
          <p>
            Passwords, of accounts, links and shared pages, are hashed with argon2id. Session tokens and the addresses
            of shared pages are stored as hashes only and can be revoked; a session that is not used for 30 days ends.
            Sign-in tries are limited. Every change of a link is kept with who made it and when.
          </p>
          <p>
            Data is processed in compliance with the General Data Protection Regulation (GDPR): on a legal basis, only
            as far as needed, and with the rights that the last section names.
          </p>
        </>
      ),
    },
    {
      title: 'Sharing',
      body: (
        <>
          <p>We do not sell your data, nor that of your visitors, and never have.</p>
          <p>
            The pages and the redirects load nothing from anybody else's servers. Data leaves this install only where
            you ask for it: in a file that you export, on a page of figures that you share, in the click's id that a
            link hands to its destination when you let it count conversions; by the mail server that carries our mail to
            you; or where a law compels us. A link without a title makes our server read the page it leads to, which
            sees our address and not yours.
          </p>
        </>
      ),
    },
    {
      title: 'Rights',
      body: (
        <>
          <p>
            You may see what is stored about you, have it corrected, take it with you, or have it deleted. Much of that
            you can do yourself: the account page shows and changes what is known of you, links and clicks can be
            exported and deleted.
          </p>
          <p>
            For everything else, your whole account included, write to{' '}
            <a href={`mailto:${privacyEmail}`}>{privacyEmail}</a>. You get an answer within a month. You may also
            complain to the data protection authority where you live.
          </p>
        </>
      ),
    },
  ];
}

function Collected() {
  return (
    <>
      <h3>Account data</h3>
      <p>
        Your first and last name, e-mail address, country, telephone number and password (as a hash). For each session:
        the device's id, the name of its browser, the place that its address points to, and when it was last seen.
      </p>
      <p>
        While you sign up or log in, your browser also sends your public address and facts about itself: language,
        platform, screen, time zone, processors, memory and, unless it asks not to be tracked, advertising identifiers
        from cookies that other tools on this address may have set. Of these the time zone becomes your workspace's; the
        others are not stored.
      </p>
      <h3>Usage data</h3>
      <p>
        For each click, scan or page view: the time, the link, the rule that decided, the address it led to, country,
        region and city, language, browser, operating system, kind of device, the referring page, UTM values, and
        whether it was a person or a bot, with the reason. What the browser calls itself is kept too, so that bots which
        are recognised later can be told from people.
      </p>
      <p>
        Never the visitor's network address. It is turned into a hash, together with the browser's name, under a salt
        that is drawn anew every day and then destroyed. The hash tells two visitors of one day apart; it cannot be
        traced back, nor followed into the next day. Until that is done, seconds after the click, the address waits
        encrypted under a key of the same day.
      </p>
      <h3>Link data</h3>
      <p>
        The links, rules, codes, tags, folders and comments that you make, the history of their versions, the files that
        you import and export for a few days, and the leads and sales that your own servers report.
      </p>
      <h3>What stays in your browser</h3>
      <p>No cookies. Three entries in the browser's local storage, written when you sign up or log in:</p>
      <ul>
        <li>
          <code className="ui-mono">{SESSION_KEYS.user}</code>: your name, e-mail address and preferences
        </li>
        <li>
          <code className="ui-mono">{SESSION_KEYS.token}</code>: the token of your session
        </li>
        <li>
          <code className="ui-mono">{SESSION_KEYS.device}</code>: a random id of this device
        </li>
      </ul>
      <p>Logging out removes all three. Half-written forms and scroll positions last as long as the tab.</p>
    </>
  );
}

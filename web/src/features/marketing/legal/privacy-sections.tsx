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
            Account data lets you sign in, shows the members of a workspace the author of each change, and lets us email
            you about your account. Usage data becomes the statistics of the link owners. Link data is needed to provide
            the service.
          </p>
          <p>
            We do not use any of this data for advertising, profiling or training. Clicks are stored for the retention
            period of the workspace's plan, or for a shorter period set by the workspace, and are deleted within a day
            after that. They contain nothing that identifies the visitor.
          </p>
        </>
      ),
    },
    {
      title: 'Security',
      body: (
        <>
          <p>
            The passwords of accounts, links and shared pages are hashed with argon2id. Session tokens and the addresses
            of shared pages are stored as hashes only and can be revoked. A session ends after 30 days without use.
            Sign-in attempts are limited. Every change to a link is recorded with its author and time.
          </p>
          <p>
            Data is processed in compliance with the General Data Protection Regulation (GDPR): on a legal basis,
            limited to what is necessary, and with the rights listed in the last section.
          </p>
        </>
      ),
    },
    {
      title: 'Sharing',
      body: (
        <>
          <p>We do not sell your data or your visitors' data, and never have.</p>
          <p>
            Our pages and redirects load nothing from third-party servers. Data leaves this install only at your request
            (in an export, on a shared page, or as the click id that a link with conversion tracking adds to its
            destination), through the mail server that delivers our email to you, or where the law requires it. If a
            link has no title, our server reads the title from the destination page, which receives our IP address and
            not yours.
          </p>
        </>
      ),
    },
    {
      title: 'Rights',
      body: (
        <>
          <p>
            You can request access to the data that we store about you, a copy of it, its correction or its deletion.
            You can do much of this yourself: the account page shows and changes your account data, and you can export
            and delete links and clicks.
          </p>
          <p>
            For everything else, including the deletion of your account, write to{' '}
            <a href={`mailto:${privacyEmail}`}>{privacyEmail}</a>. We reply within a month. You also have the right to
            complain to your local data protection authority.
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
        Your first and last name, email address, country, phone number and password (as a hash). For each session: the
        device id, the user agent of the browser, the location derived from its IP address, and the time of its last
        use.
      </p>
      <p>
        When you sign up or log in, your browser also sends your public IP address and device information: language,
        platform, screen size, time zone, processors, memory and, unless you have opted out of tracking, advertising
        identifiers from cookies that other tools on this domain may have set. The time zone becomes the time zone of
        your workspace; the rest is not stored.
      </p>
      <h3>Usage data</h3>
      <p>
        For each click, scan or page view: the time, the link, the matching rule, the destination, country, region and
        city, language, browser, operating system, device type, the referring page, UTM parameters, and whether it was a
        person or a bot, with the reason. The user agent is stored as well, so that bots that are identified later can
        be reclassified.
      </p>
      <p>
        The record of a click does not contain the visitor's IP address. The address and the user agent are hashed with
        a salt that is replaced every day and then destroyed. The hash distinguishes visitors within one day. It cannot
        be reversed, or linked to another day. Until the hash is computed, seconds after the click, the address is
        encrypted under a key of the same day.
      </p>
      <h3>Link data</h3>
      <p>
        The links, rules, QR codes, tags, folders and comments that you create, the history of their versions, the files
        that you import and export (for a few days), and the leads and sales that your servers report.
      </p>
      <h3>Stored in your browser</h3>
      <p>No cookies. Three entries in the browser's local storage, written when you sign up or log in:</p>
      <ul>
        <li>
          <code className="ui-mono">{SESSION_KEYS.user}</code>: your name, email address and preferences
        </li>
        <li>
          <code className="ui-mono">{SESSION_KEYS.token}</code>: the token of your session
        </li>
        <li>
          <code className="ui-mono">{SESSION_KEYS.device}</code>: a random id of this device
        </li>
      </ul>
      <p>Logging out removes all three. Drafts of forms and scroll positions are stored until you close the tab.</p>
    </>
  );
}

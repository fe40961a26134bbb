import { PageHead } from '@/shared/ui/page-head';
import { LegalPage, type LegalSection } from './legal-page';

const SECTIONS: readonly LegalSection[] = [
  {
    title: 'Lawful use',
    body: (
      <>
        <p>
          You may use Linnet for any purpose that is lawful where you and your visitors are. You may not use it for
          malware, phishing, unlawful content or unsolicited bulk messages.
        </p>
        <p>
          A short link hides its destination, so you must not mislead visitors about it. Anyone can see the destination
          by adding a plus sign to the link, unless the link has a password.
        </p>
        <p>
          Destinations that could run code in the visitor's browser are rejected. If you find a link that breaks these
          rules, <a href="/abuse">report it</a>.
        </p>
      </>
    ),
  },
  {
    title: 'Account responsibility',
    body: (
      <>
        <p>
          Provide accurate details, keep your password secret, and contact us if you think that another person knows it.
          Your account page lists every session with its device, and you can end each of them.
        </p>
        <p>
          The owner of a workspace is responsible for its content. A session token gives access to your account, and the
          address of a shared page gives access to its report. Treat both like passwords.
        </p>
      </>
    ),
  },
  {
    title: 'Data and analytics',
    body: (
      <>
        <p>
          Linnet counts the clicks on your links and the scans of your QR codes. It records them without the visitor's
          IP address and without cookies. The privacy policy lists what is stored.
        </p>
        <p>
          Clicks belong to your workspace. Bots are counted separately, with the reason. Your links and clicks remain
          yours, and you can read them through the API at any time.
        </p>
        <p>
          At the link limit of your plan, you cannot create new links until you delete some or change the plan. At the
          monthly click limit, you cannot create new links and QR codes until the month ends or the plan changes.
          Existing links keep working: a plan limit never stops a redirect.
        </p>
      </>
    ),
  },
  {
    title: 'Intellectual property',
    body: (
      <>
        <p>
          The links, texts, images and designs that you add remain your property. You allow us to store and display them
          only as needed to provide the service.
        </p>
        <p>
          These terms give you no rights to the name and trademarks of Linnet. Upload only what you have the right to
          use. If your work appears here without permission, write to the support address.
        </p>
      </>
    ),
  },
  {
    title: 'Termination',
    body: (
      <>
        <p>
          You can close your account at any time, without a reason, by writing to us. We may close an account that
          violates these terms. Unless the matter is urgent, we give you notice and time to export your data.
        </p>
        <p>
          The alias of a deleted link remains reserved for its workspace, so that no other customer can point an address
          that you have printed to another destination. Visitors see that the link is gone.
        </p>
      </>
    ),
  },
  {
    title: 'Modifications',
    body: (
      <>
        <p>
          We may change these terms. The top of the page shows the date of the current version. We announce changes that
          reduce your rights by email to account owners, thirty days before they take effect.
        </p>
        <p>
          By using the service after that date, you accept the new version. If you do not agree, you can export your
          data and close your account.
        </p>
      </>
    ),
  },
];

/** The terms of service. */
export function TermsPage() {
  return (
    <LegalPage title="Terms of Service" sections={SECTIONS}>
      <PageHead
        title="Terms of Service"
        description="The terms of Linnet in six sections, effective April 18, 2025."
        path="/terms"
        picture="terms"
      />
    </LegalPage>
  );
}

import { PageHead } from '@/shared/ui/page-head';
import { LegalPage, type LegalSection } from './legal-page';

const SECTIONS: readonly LegalSection[] = [
  {
    title: 'Lawful use',
    body: (
      <>
        <p>
          You may use Linnet for anything that the law allows where you are and where your visitors are. You may not use
          it to lead people to malware, phishing pages, unlawful content, or to send unsolicited messages in bulk.
        </p>
        <p>
          A short link hides its destination until it is clicked, so honesty about what stands behind it is part of
          lawful use. Anybody can see where a link leads by putting a plus sign behind it, except where it has a
          password.
        </p>
        <p>Destinations that could run a program in the visitor's browser are refused.</p>
      </>
    ),
  },
  {
    title: 'Account responsibility',
    body: (
      <>
        <p>
          Your account is yours: give true details, keep the password to yourself, and tell us when you think that
          somebody else knows it. Your account page lists every session with its device and lets you end each of them.
        </p>
        <p>
          The owner of a workspace answers for what happens in it. The token of a session acts as you do, and who has
          the address of a shared page sees its figures; treat both like passwords.
        </p>
      </>
    ),
  },
  {
    title: 'Data and analytics',
    body: (
      <>
        <p>
          Linnet counts the clicks on your links and the scans of your codes. It records them without the visitor's
          network address and without a cookie; the privacy policy says exactly what is kept.
        </p>
        <p>
          Clicks are kept with your workspace. Bots are counted apart, with the reason. You can read your links and your
          clicks over the API whenever you like, and they remain yours.
        </p>
        <p>
          When your plan’s links are used up, no new ones can be created until there is room. When the month’s clicks
          are used up, no new links and codes can be created until the month ends or the plan changes. Links that exist
          go on working: a redirect never stops because of a plan.
        </p>
      </>
    ),
  },
  {
    title: 'Intellectual property',
    body: (
      <>
        <p>
          The links, texts, pictures and designs that you bring stay your property. You allow us to store and show them
          as far as running the service takes it, and no further.
        </p>
        <p>
          The name and the marks of Linnet are not part of that bargain. Only upload what you may use; who finds their
          work here without permission can write to the support address.
        </p>
      </>
    ),
  },
  {
    title: 'Termination',
    body: (
      <>
        <p>
          You can end your account at any time, without a reason, by writing to us. We may close an account that breaks
          these terms; where it is not urgent, we say so first and leave time to export.
        </p>
        <p>
          An alias that has been deleted stays taken, so that nobody can slip another destination behind an address that
          you have printed. It then answers that it is gone.
        </p>
      </>
    ),
  },
  {
    title: 'Modifications',
    body: (
      <>
        <p>
          We may change these terms. The date at the top of the page is the date of the version that holds. A change
          that takes something away from you is announced to account owners by e-mail thirty days before it takes
          effect.
        </p>
        <p>
          Who goes on using the service after that date accepts the new version; who does not can leave with their data.
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

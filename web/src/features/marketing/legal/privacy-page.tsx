import { PageHead } from '@/shared/ui/page-head';
import { LegalPage } from './legal-page';
import { privacySections } from './privacy-sections';

/** The privacy policy. */
export function PrivacyPage() {
  return (
    <LegalPage title="Privacy Policy" sections={privacySections()}>
      <PageHead
        title="Privacy Policy"
        description="What Linnet stores about you and your visitors, for how long, and what it never stores. Effective April 18, 2025."
        path="/privacy"
        picture="privacy"
      />
    </LegalPage>
  );
}

import { PageHead } from '@/shared/ui/page-head';
import { CallBand } from '../call-band';
import { AnalyticsChapter, QrChapter, RulesChapter } from './chapters';
import { FieldTable } from './field-table';
import { MoreTools } from './more-tools';
import { SelfHost } from './self-host';
import { UseCasesInDepth } from './use-cases-in-depth';

/** The features in depth. */
export function FeaturesPage() {
  return (
    <>
      <PageHead
        title="Features"
        description="Redirect rules with a simulator, scannable QR codes, and analytics that separate people from bots. Hosted, or on your own server."
        path="/features"
        picture="features"
      />
      <div className="site-wrap page-top features-top">
        <h1>The link stays. The destination can change.</h1>
        <p className="site-lead">
          Rules, QR codes and analytics belong to one link. Change the destination, and printed codes still work. Rename
          the alias, and the old one still redirects.
        </p>
      </div>
      <RulesChapter />
      <QrChapter />
      <AnalyticsChapter />
      <MoreTools />
      <UseCasesInDepth />
      <FieldTable />
      <SelfHost />
      <CallBand />
    </>
  );
}

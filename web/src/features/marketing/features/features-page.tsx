import { PageHead } from '@/shared/ui/page-head';
import { CallBand } from '../call-band';
import { AnalyticsChapter, QrChapter, RulesChapter } from './chapters';
import { FieldTable } from './field-table';
import { MoreTools } from './more-tools';
import { SelfHost } from './self-host';
import { UseCasesInDepth } from './use-cases-in-depth';
import './features.css';

/** The features in depth. */
export function FeaturesPage() {
  return (
    <>
      <PageHead
        title="Features"
        description="Rules with a simulator, QR codes that a phone can read, analytics that tell people from bots. And all of it on your own server, if you like."
        path="/features"
        picture="features"
      />
      <div className="site-wrap page-top features-top">
        <h1>The link stays. Everything behind it may move.</h1>
        <p className="site-lead">
          Rules, codes and figures are three views of one link. Change the destination and the poster still works;
          rename the alias and the old one still leads there; delete nothing and lose nothing.
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

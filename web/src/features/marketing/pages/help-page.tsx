import { HELP } from '@/entities/help/articles';
import { PRODUCT } from '@/shared/config/product';
import { BlinkEye } from '@/shared/ui/blink-eye';
import { PageHead } from '@/shared/ui/page-head';

/** The public Help Center: a welcome, and the articles below it. It renders `<main>` itself. */
export function HelpPage() {
  return (
    <>
      <main id="main" tabIndex={-1} className="site-wrap page-top pages-help">
        <PageHead
          title="Help Center"
          description={`Welcome to the ${PRODUCT} Help Center.`}
          path="/help"
          picture="help"
        />
        <div>
          <h1>Help Center</h1>
          <p className="site-lead">{`Welcome to the ${PRODUCT} Help Center, with answers about links, analytics and your account.`}</p>
        </div>
        <BlinkEye className="big-eye" />
      </main>
      <HelpArticles />
    </>
  );
}

function HelpArticles() {
  return (
    <section className="site-wrap help-articles" aria-labelledby="help-articles">
      <h2 id="help-articles">Articles</h2>
      <div>
        {HELP.map(({ subject, articles }) => (
          <section key={subject} aria-label={subject}>
            <h3>{subject}</h3>
            {articles.map(({ question, answer }) => (
              <details key={question}>
                <summary>{question}</summary>
                <p>{answer}</p>
              </details>
            ))}
          </section>
        ))}
      </div>
    </section>
  );
}

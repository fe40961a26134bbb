import type { ReactNode } from 'react';
import { HELP } from '@/entities/help/articles';
import { API_REFERENCE, installFacts } from '@/shared/config/product';
import { buttonClass } from '@/shared/ui/button';
import { Icon } from '@/shared/ui/icon';
import { PageTitle } from '@/shared/ui/page-title';

/** The dashboard's help: articles, keyboard shortcuts (passed in, because the shell owns them) and support. */
export function HelpScreen({ keys }: { keys: ReactNode }) {
  const { supportEmail } = installFacts();
  return (
    <>
      <PageTitle title="Help" lead="Answers to common questions, and how to contact support." />
      <div className="shell-help">
        <section aria-labelledby="answers">
          <h2 id="answers">Answers</h2>
          {HELP.map(({ subject, articles }) => (
            <div key={subject}>
              <h3 className="mt-6">{subject}</h3>
              <div className="mt-2 border-t border-ink">
                {articles.map(({ question, answer }) => (
                  <details key={question} name="answers" className="shell-answer">
                    <summary>
                      {question}
                      <Icon name="down" />
                    </summary>
                    <p>{answer}</p>
                  </details>
                ))}
              </div>
            </div>
          ))}
        </section>
        <div className="grid content-start gap-8">
          <section aria-labelledby="keys">
            <h2 id="keys" className="mb-3">
              Keyboard shortcuts
            </h2>
            {keys}
          </section>
          <section aria-labelledby="api">
            <h2 id="api" className="mb-1">
              API
            </h2>
            <p className="ui-muted">
              Everything in the app is available through the API. Read the{' '}
              <a className="ui-link" href={API_REFERENCE}>
                API reference
              </a>
              .
            </p>
          </section>
          <section aria-labelledby="contact" className="rounded-card border border-line bg-sunken p-5">
            <h2 id="contact" className="mb-1">
              Contact support
            </h2>
            <p className="ui-muted mb-4">
              Tell us what you did, what you saw and what you expected. Include the request ID of an error.
            </p>
            <a className={buttonClass({ tone: 'primary' })} href={`mailto:${supportEmail}`}>
              <Icon name="mail" />
              {supportEmail}
            </a>
          </section>
        </div>
      </div>
    </>
  );
}

import type { ReactNode } from 'react';
import { installFacts } from '@/shared/config/product';
import { buttonClass } from '@/shared/ui/button';
import { Icon } from '@/shared/ui/icon';
import { PageTitle } from '@/shared/ui/page-title';
import { ARTICLES } from './articles';

/** Help inside the dashboard: answers, keys (a slot: they are the shell's) and the way to a person. */
export function HelpScreen({ keys }: { keys: ReactNode }) {
  const { supportEmail } = installFacts();
  return (
    <>
      <PageTitle title="Help" lead="Short answers first; a person if they are not enough." />
      <div className="help">
        <section aria-labelledby="answers">
          <h2 id="answers">Answers</h2>
          <div className="mt-3 border-t border-ink">
            {ARTICLES.map(({ question, answer }) => (
              <details key={question} name="answers" className="answer">
                <summary>
                  {question}
                  <Icon name="down" />
                </summary>
                <p>{answer}</p>
              </details>
            ))}
          </div>
        </section>
        <div className="grid content-start gap-8">
          <section aria-labelledby="keys">
            <h2 id="keys" className="mb-3">
              Keys
            </h2>
            {keys}
          </section>
          <section aria-labelledby="contact" className="rounded-card border border-line bg-sunken p-5">
            <h2 id="contact" className="mb-1">
              A person
            </h2>
            <p className="muted mb-4">
              Write what you did, what you saw and what you expected. The request id of an error message helps.
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

export const QUESTIONS = [
  {
    q: 'What happens when I reach a limit?',
    a: 'No new links until there is room or a larger plan. When the month’s clicks are used up, no new links and codes until the month ends or the plan changes. Links and codes that exist go on working, and every click is counted and kept. A redirect never stops because of a plan.',
  },
  {
    q: 'Does the trial need a card?',
    a: 'No. The free plan asks for none. “Start Free Trial” sends your request for the plan to the operator of this install, who answers by mail.',
  },
  {
    q: 'What is in every plan?',
    a: 'Rules, splits, expiry, passwords, QR codes in your colours, the UTM builder, the API. Plans differ in how much, not in what.',
  },
  {
    q: 'How are clicks counted?',
    a: 'People and bots apart, with the reason, without a cookie and without storing anybody’s address.',
  },
  {
    q: 'What does a year save?',
    a: 'Sixteen percent: a year costs twelve months less that.',
  },
  {
    q: 'Can I bring my links, and take them away again?',
    a: 'Both. Imports know Bitly, Rebrandly, YOURLS, Kutt, Shlink, Dub and CSV, with a preview and a report for every row. Exports hold everything.',
  },
  {
    q: 'May I run it on my own server?',
    a: 'Yes, with everything in it. On your own install you set the plans, or switch them off in one line.',
  },
] as const;

/** What people ask before they pay. */
export function Questions() {
  return (
    <section className="site-band" aria-labelledby="questions-title">
      <div className="site-wrap pricing-page-questions">
        <h2 id="questions-title">Asked before paying.</h2>
        <div>
          {QUESTIONS.map(({ q, a }, index) => (
            <details key={q} open={index === 0}>
              <summary>{q}</summary>
              <p>{a}</p>
            </details>
          ))}
        </div>
      </div>
    </section>
  );
}

export const QUESTIONS = [
  {
    q: 'What happens when I reach a limit?',
    a: 'At the link limit, you cannot create new links until you delete some or change the plan. At the monthly click limit, you cannot create new links and QR codes until the month ends or the plan changes. Existing links and codes keep working, and every click is counted. A plan limit never stops a redirect.',
  },
  {
    q: 'Do I need a credit card for a trial?',
    a: 'No. “Start Free Trial” sends your request for the plan to the operator of this install, who replies by email. The free plan needs no card either.',
  },
  {
    q: 'What is included in every plan?',
    a: 'Rules, splits, expiry, passwords, QR codes in your colors, the UTM builder and the API. Plans differ in their limits only. Versions of links and images count as storage.',
  },
  {
    q: 'How are clicks counted?',
    a: 'People and bots are counted separately, with the reason. Linnet sets no cookies and stores no IP addresses of visitors.',
  },
  {
    q: 'How much does yearly billing save?',
    a: '16%: a year costs 16% less than twelve months.',
  },
  {
    q: 'Can I import and export my links?',
    a: 'Yes. Import files from Bitly, Rebrandly, YOURLS, Kutt, Shlink or Dub, or any CSV file, with a preview and a report for every row. Export your links and clicks at any time.',
  },
  {
    q: 'Can I self-host Linnet?',
    a: 'Yes, with every feature. On your own install, you define the plans or switch them off with one setting.',
  },
  {
    q: 'Can I use my own domain?',
    a: 'Yes. Add a subdomain or a whole domain, publish the DNS records that Linnet shows, and create links on it. If you delete a domain, you can restore it with its links for seven days.',
  },
] as const;

/** The frequently asked questions about plans. */
export function Questions() {
  return (
    <section className="site-band" aria-labelledby="questions-title">
      <div className="site-wrap pricing-page-questions">
        <h2 id="questions-title">Frequently asked questions</h2>
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

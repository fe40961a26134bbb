const TOOLS = [
  {
    name: 'Your own domains',
    text: 'As many as your plan holds, each with a certificate that makes itself on the first visit.',
  },
  {
    name: 'Expiry that is exact',
    text: 'A start, an end, a number of clicks. A thousand visitors on the last one: one gets through.',
  },
  { name: 'Links with a password', text: 'Asked for on a page, never in an address, and never in a log.' },
  { name: 'UTM builder', text: 'Six fields, saved as templates, with the final address in view.' },
  { name: 'Preview cards', text: 'Your title, text and picture, as X, Facebook, LinkedIn and Slack will show them.' },
  { name: 'Renaming', text: 'The old alias goes on working and counts into the same figures.' },
  {
    name: 'Health of destinations',
    text: 'Checked on a schedule. A broken one is reported, and can give way to a backup.',
  },
  { name: 'Teams', text: 'Four roles, folders with their own access, an audit log of everything that changes.' },
  {
    name: 'Moving in',
    text: 'From Bitly, Rebrandly, Short.io, YOURLS, Kutt, Shlink, Dub or CSV, with a dry run first.',
  },
  { name: 'API and webhooks', text: 'OpenAPI, scoped keys, signed webhooks that are retried and can be replayed.' },
  { name: 'Links as code', text: 'A links.yaml beside your code: plan, look, apply.' },
  { name: 'Moving out', text: 'Export all of it, whenever you like, without asking.' },
] as const;

/** The rest, in one line each. */
export function MoreTools() {
  return (
    <section className="band" aria-labelledby="more-title">
      <div className="wrap">
        <h2 id="more-title" className="band-title">
          And what you only notice when it is missing.
        </h2>
        <dl className="more-tools">
          {TOOLS.map(({ name, text }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

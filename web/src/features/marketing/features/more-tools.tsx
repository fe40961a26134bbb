export const TOOLS = [
  {
    name: 'Expiry that is exact',
    text: 'A start, an end, a number of people. A thousand visitors on the last click: one gets through.',
  },
  { name: 'Links with a password', text: 'Asked for on a page, never in an address, and never in a log.' },
  { name: 'UTM builder', text: 'Six fields, saved as templates, with the final address in view.' },
  { name: 'Preview cards', text: 'Your title, text and picture, as X, Facebook, LinkedIn and Slack will show them.' },
  { name: 'Renaming', text: 'The old alias goes on working and counts into the same figures.' },
  { name: 'Order', text: 'Tags, folders, saved views, and a thousand links changed in one go, with undo.' },
  { name: 'Leads and sales', text: 'Reported under the click that they came of, and counted beside it.' },
  { name: 'Shared figures', text: 'A page for a link, a folder or a tag, with a password and an end if you like.' },
  { name: 'A memory', text: 'Every version of a link, who changed what, and a way back to it.' },
  { name: 'Moving in', text: 'From Bitly, Rebrandly, YOURLS, Kutt, Shlink, Dub or CSV, with a preview first.' },
  { name: 'API', text: 'Everything on these screens, described by an OpenAPI document of your own install.' },
  { name: 'Moving out', text: 'Export all of it, whenever you like, without asking.' },
] as const;

/** The rest, in one line each. */
export function MoreTools() {
  return (
    <section className="site-band" aria-labelledby="more-title">
      <div className="site-wrap">
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

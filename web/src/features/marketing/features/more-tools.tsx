export const TOOLS = [
  {
    name: 'Exact expiry',
    text: 'Set a start, an end or a click limit. If a thousand visitors compete for the last click, one gets it.',
  },
  { name: 'Password protection', text: 'Visitors enter the password on a page. It never appears in a URL or a log.' },
  { name: 'UTM builder', text: 'Six parameters, saved as templates, with a preview of the final URL.' },
  { name: 'Preview cards', text: 'Set the title, text and image that X, Facebook, LinkedIn and Slack show.' },
  { name: 'Renaming', text: 'The old alias keeps redirecting, and its clicks count for the same link.' },
  { name: 'Custom domains', text: 'Serve links from your own hosts, verified by a DNS record and checked every day.' },
  {
    name: 'Automatic certificates',
    text: 'Turn on ACME, and your server orders and renews certificates for verified domains.',
  },
  { name: 'Bulk editing', text: 'Tags, folders and saved views. Change up to a thousand links at once, with undo.' },
  { name: 'Leads and sales', text: 'Report conversions with the id of their click, and count them beside clicks.' },
  {
    name: 'Shared reports',
    text: 'A public page for a link, a folder or a tag, with an optional password and end date.',
  },
  { name: 'Version history', text: 'Every version of a link with its author, and a button to restore it.' },
  {
    name: 'Bio pages',
    text: 'One page with your links, images and forms. Drag blocks, choose a theme, and publish when it is ready.',
  },
  {
    name: 'Teams',
    text: 'Workspaces with roles and invitations, folders for chosen members, and single sign-on.',
  },
  { name: 'Import', text: 'From Bitly, Rebrandly, YOURLS, Kutt, Shlink, Dub or CSV, with a preview first.' },
  {
    name: 'API',
    text: 'The operations of the dashboard, described by the OpenAPI document of your install; and signed webhooks.',
  },
  { name: 'Export', text: 'Download your links and clicks at any time, on every plan.' },
] as const;

/** The other tools, one sentence each. */
export function MoreTools() {
  return (
    <section className="site-band" aria-labelledby="more-title">
      <div className="site-wrap">
        <h2 id="more-title" className="band-title">
          More tools
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

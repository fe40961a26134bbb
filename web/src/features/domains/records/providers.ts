/** How a DNS provider's console names things, for people who add records there. */
interface DnsProvider {
  name: string;
  /** The page with the records, or the list of domains that leads to it. */
  url: string;
  steps: string;
  /** What the provider calls the name of the record itself, as in "@". */
  note?: string;
}

const SHORT_NAMES = 'Enter names without the domain: the console adds it. The domain itself is @.';

export const PROVIDERS: readonly DnsProvider[] = [
  {
    name: 'Cloudflare',
    url: 'https://dash.cloudflare.com/?to=/:account/:zone/dns',
    steps: 'Choose the domain, then DNS → Records → Add record.',
    note: 'Set the proxy status of the second record to “DNS only”.',
  },
  {
    name: 'Amazon Route 53',
    url: 'https://console.aws.amazon.com/route53/v2/hostedzones',
    steps: 'Open the hosted zone, then Create record.',
    note: 'Put the value of the TXT record in double quotes.',
  },
  {
    name: 'DigitalOcean',
    url: 'https://cloud.digitalocean.com/networking/domains',
    steps: 'Open the domain under Networking → Domains, then create each record.',
    note: SHORT_NAMES,
  },
  {
    name: 'Gandi',
    url: 'https://admin.gandi.net/domain',
    steps: 'Open the domain, then DNS Records → Add record.',
    note: SHORT_NAMES,
  },
  {
    name: 'GoDaddy',
    url: 'https://dcc.godaddy.com/control/portfolio',
    steps: 'Open the domain, then DNS → Add New Record.',
    note: SHORT_NAMES,
  },
  {
    name: 'Hetzner',
    url: 'https://dns.hetzner.com/',
    steps: 'Open the zone, then Add record.',
    note: SHORT_NAMES,
  },
  {
    name: 'IONOS',
    url: 'https://my.ionos.com/domains',
    steps: 'Open the domain, then DNS → Add record.',
    note: SHORT_NAMES,
  },
  {
    name: 'Namecheap',
    url: 'https://ap.www.namecheap.com/domains/list/',
    steps: 'Choose Manage, then Advanced DNS → Add New Record.',
    note: SHORT_NAMES,
  },
  {
    name: 'OVHcloud',
    url: 'https://www.ovh.com/manager/#/web/domain',
    steps: 'Open the domain, then DNS zone → Add an entry.',
    note: SHORT_NAMES,
  },
  {
    name: 'Porkbun',
    url: 'https://porkbun.com/account/domains',
    steps: 'Open the domain’s menu, then DNS.',
    note: SHORT_NAMES,
  },
  {
    name: 'Squarespace Domains',
    url: 'https://account.squarespace.com/domains',
    steps: 'Open the domain, then DNS → DNS Settings → Add record.',
    note: SHORT_NAMES,
  },
];

import type { StaticContent } from '../static-content';

type Of<Kind extends StaticContent['type']> = Extract<StaticContent, { type: Kind }>;

const line = (text = '') => text.normalize('NFC').trim();
const lines = (text = '') => text.replaceAll('\r\n', '\n').normalize('NFC').trim();

/** The digits of a phone number, with its plus sign. */
const dialed = (phone = '') => phone.replace(/[^+\d]/g, '');

/** Encodes all bytes but the unreserved characters of RFC 3986. */
function percent(text: string): string {
  return encodeURIComponent(text).replace(/[!*'()]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** A text value of vCard and iCalendar. */
function escaped(text = ''): string {
  return lines(text)
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n');
}

/** The properties of vCard and iCalendar that have a value. */
function properties(all: readonly (readonly [name: string, value: string | undefined])[]): string {
  return all.map(([name, value]) => (value ? `${name}:${value}\r\n` : '')).join('');
}

function email({ to, subject, body }: Of<'email'>): string {
  const query = [
    subject && `subject=${percent(line(subject))}`,
    body && `body=${percent(lines(body).replaceAll('\n', '\r\n'))}`,
  ].filter(Boolean);
  return `mailto:${percent(line(to)).replaceAll('%40', '@')}${query.length > 0 ? `?${query.join('&')}` : ''}`;
}

function wifi({ ssid, security = 'wpa', password, hidden }: Of<'wifi'>): string {
  const quoted = (text: string) => text.replace(/[\\;,":]/g, '\\$&');
  const type = { wpa: 'WPA', wep: 'WEP', none: 'nopass' }[security];
  return `WIFI:T:${type};S:${quoted(ssid)};${password ? `P:${quoted(password)};` : ''}${hidden ? 'H:true;' : ''};`;
}

function vcard(card: Of<'vcard'>): string {
  const { street, city, region, postalCode, country } = card;
  const address = [street, city, region, postalCode, country].map(escaped);
  const name = `${line(card.firstName)} ${line(card.lastName)}`.trim() || line(card.organization);
  return properties([
    ['BEGIN', 'VCARD'],
    ['VERSION', card.version || '3.0'],
    ['N', `${escaped(card.lastName)};${escaped(card.firstName)};;;`],
    ['FN', escaped(name)],
    ['ORG', escaped(card.organization)],
    ['TITLE', escaped(card.title)],
    ['TEL;TYPE=cell', dialed(card.mobile)],
    ['TEL;TYPE=work', dialed(card.phone)],
    ['EMAIL', escaped(card.email)],
    ['URL', line(card.url)],
    ['ADR;TYPE=work', address.some(Boolean) ? `;;${address.join(';')}` : ''],
    ['NOTE', escaped(card.note)],
    ['END', 'VCARD'],
  ]);
}

/** The day of an RFC 3339 time in its own zone, some days later, without separators. */
function day(time: string, later: number): string {
  const [year = 0, month = 1, date = 1] = time.slice(0, 10).split('-').map(Number);
  return new Date(Date.UTC(year, month - 1, date + later)).toISOString().slice(0, 10).replaceAll('-', '');
}

/** An RFC 3339 time in UTC, without separators. */
const moment = (time: string) => `${new Date(time).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

function event({ title, startsAt, endsAt, allDay, location, description, url }: Of<'event'>): string {
  return properties([
    ['BEGIN', 'VEVENT'],
    ['SUMMARY', escaped(title)],
    ...(allDay
      ? ([
          ['DTSTART;VALUE=DATE', day(startsAt, 0)],
          ['DTEND;VALUE=DATE', day(endsAt || startsAt, 1)], // exclusive
        ] as const)
      : ([
          ['DTSTART', moment(startsAt)],
          ['DTEND', endsAt && moment(endsAt)],
        ] as const)),
    ['LOCATION', escaped(location)],
    ['DESCRIPTION', escaped(description)],
    ['URL', line(url)],
    ['END', 'VEVENT'],
  ]);
}

/** Degrees with six decimals at most. */
const degrees = (value: number | null) => String(Number((value ?? 0).toFixed(6)) + 0);

/**
 * The text of a static code, as `internal/core/qr/content` encodes it. The content has its required fields; the server
 * validates them when the code is saved.
 */
export function textOfStatic(content: StaticContent): string {
  switch (content.type) {
    case 'text':
      return lines(content.text);
    case 'url':
      return line(content.url);
    case 'vcard':
      return vcard(content);
    case 'wifi':
      return wifi(content);
    case 'email':
      return email(content);
    case 'sms':
      return `smsto:${dialed(content.phone)}${content.message ? `:${lines(content.message)}` : ''}`;
    case 'phone':
      return `tel:${dialed(content.phone)}`;
    case 'event':
      return event(content);
    case 'location':
      return `geo:${degrees(content.latitude)},${degrees(content.longitude)}`;
  }
}

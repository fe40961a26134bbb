import { formatDate } from '@/shared/lib/format';
import { STATIC_KINDS, type StaticContent } from './static-content';

const SECURITY = { wpa: 'WPA', wep: 'WEP', none: 'no password' };

/** A static content in one line without secrets, such as "Contact: Mara Vale, Oat Street Coffee". */
export function describeStatic(content: StaticContent): string {
  return `${STATIC_KINDS[content.type]}: ${partsOf(content).filter(Boolean).join(', ')}`;
}

function partsOf(content: StaticContent): (string | undefined)[] {
  switch (content.type) {
    case 'text':
      return [content.text];
    case 'url':
      return [content.url];
    case 'vcard': {
      const { firstName, lastName, organization, mobile, phone, email } = content;
      return [[firstName, lastName].filter(Boolean).join(' '), organization, mobile || phone || email];
    }
    case 'wifi':
      return [content.ssid, SECURITY[content.security ?? 'wpa'], content.hidden ? 'hidden' : ''];
    case 'email':
      return [content.to, content.subject];
    case 'sms':
      return [content.phone, content.message];
    case 'phone':
      return [content.phone];
    case 'event':
      return [content.title, formatDate(content.startsAt), content.location];
    case 'location':
      return [String(content.latitude), String(content.longitude)];
  }
}

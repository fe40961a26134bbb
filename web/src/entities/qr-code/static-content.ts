import type { components } from '@/shared/api/schema';

/** What a static code holds instead of a link. */
export type StaticContent = components['schemas']['QRStaticContent'];
export type StaticKind = StaticContent['type'];

/** The kinds in words, in the order in which they are offered. */
export const STATIC_KINDS: Record<StaticKind, string> = {
  url: 'Web address',
  text: 'Text',
  vcard: 'Contact',
  wifi: 'Wi-Fi network',
  email: 'Email',
  sms: 'Text message',
  phone: 'Phone call',
  event: 'Event',
  location: 'Location',
};

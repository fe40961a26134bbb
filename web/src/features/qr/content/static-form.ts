import * as z from 'zod/mini';
import { textOfStatic } from '@/entities/qr-code/drawing/static-text';
import { STATIC_KINDS, type StaticContent, type StaticKind } from '@/entities/qr-code/static-content';
import { fromLocalInput, toLocalInput } from '@/shared/lib/local-time';

/** The text fields of each kind. Kinds share fields of the same name, so that switching between them keeps the values. */
const FIELDS_OF = {
  url: ['url'],
  text: ['text'],
  vcard: [
    'firstName',
    'lastName',
    'organization',
    'title',
    'mobile',
    'phone',
    'email',
    'url',
    'street',
    'city',
    'region',
    'postalCode',
    'country',
    'note',
  ],
  wifi: ['ssid', 'password'],
  email: ['to', 'subject', 'body'],
  sms: ['phone', 'message'],
  phone: ['phone'],
  event: ['title', 'startsAt', 'endsAt', 'location', 'description', 'url'],
  location: ['latitude', 'longitude'],
} as const satisfies Record<StaticKind, readonly string[]>;

export type StaticText = (typeof FIELDS_OF)[StaticKind][number];

const TEXTS: readonly StaticText[] = [...new Set(Object.values(FIELDS_OF).flat())];

const kinds = ['link', ...(Object.keys(STATIC_KINDS) as StaticKind[])] as const;

/** The content of a code in a form: a link, which other state holds, or the fields of a static content. */
export const staticForm = z.object({
  type: z.enum(kinds),
  security: z.enum(['wpa', 'wep', 'none']),
  version: z.enum(['3.0', '4.0']),
  hidden: z.boolean(),
  allDay: z.boolean(),
  ...(Object.fromEntries(TEXTS.map((name) => [name, z.string()])) as Record<StaticText, z.ZodMiniString<string>>),
});

export type StaticForm = z.output<typeof staticForm>;
export type ContentKind = StaticForm['type'];

/** A form that contains the content of a code. */
export interface ContentForm {
  staticContent: StaticForm;
}

/** The fields that a server error can name. */
export const STATIC_FIELDS = [
  ...TEXTS.map((name) => `staticContent.${name}` as const),
  'staticContent.security',
  'staticContent.version',
] as const;

/** The form of a new code. */
export const EMPTY_CONTENT: StaticForm = {
  type: 'link',
  security: 'wpa',
  version: '3.0',
  hidden: false,
  allDay: false,
  ...(Object.fromEntries(TEXTS.map((name) => [name, ''])) as Record<StaticText, string>),
};

/** The form of an existing content. Times are entered in the zone, days in their own. */
export function toStaticForm(content: StaticContent | null, zone: string): StaticForm {
  if (!content) return EMPTY_CONTENT;
  switch (content.type) {
    case 'location': {
      const { latitude, longitude } = content;
      return { ...EMPTY_CONTENT, type: 'location', latitude: String(latitude), longitude: String(longitude) };
    }
    case 'event': {
      const shown = (time = '') => (content.allDay ? time.slice(0, 10) : toLocalInput(time, zone));
      return {
        ...EMPTY_CONTENT,
        ...content,
        startsAt: shown(content.startsAt),
        endsAt: shown(content.endsAt),
      };
    }
    default:
      return { ...EMPTY_CONTENT, ...content };
  }
}

/** The request field of a static content; null for a link. The server names the fields that are missing. */
export function toStatic(form: StaticForm, zone: string): StaticContent | null {
  const { type } = form;
  if (type === 'link') return null;
  const content: Record<string, unknown> = { type };
  for (const name of FIELDS_OF[type]) if (form[name] !== '') content[name] = form[name];
  switch (type) {
    case 'wifi':
      content.security = form.security;
      content.hidden = form.hidden;
      if (form.security === 'none') delete content.password;
      break;
    case 'vcard':
      content.version = form.version;
      break;
    case 'event':
      content.allDay = form.allDay;
      for (const name of ['startsAt', 'endsAt'] as const) content[name] = timeOf(form[name], form.allDay, zone);
      break;
    case 'location':
      for (const name of ['latitude', 'longitude'] as const) content[name] = degreesOf(form[name]);
      break;
  }
  return content as StaticContent;
}

/** The RFC 3339 time of an input; undefined when it is empty. */
function timeOf(value: string, allDay: boolean, zone: string): string | undefined {
  if (!value) return undefined;
  return allDay ? `${value.slice(0, 10)}T00:00:00Z` : (fromLocalInput(value, zone) ?? undefined);
}

/** The number of an input, with a comma or point; null when it is not a number. */
function degreesOf(value: string): number | null {
  const number = Number(value.trim().replace(',', '.'));
  return value.trim() === '' || Number.isNaN(number) ? null : number;
}

/** The fields of which one at least is needed to draw the code, and all but for contacts. */
const NEEDED: Record<StaticKind, readonly StaticText[]> = {
  ...FIELDS_OF,
  vcard: ['firstName', 'lastName', 'organization'],
  wifi: ['ssid'],
  email: ['to'],
  sms: ['phone'],
  event: ['title', 'startsAt'],
};

/** The text of the code; empty for a link and while required fields are. */
export function textOfForm(form: StaticForm, zone: string): string {
  const content = toStatic(form, zone);
  if (!content) return '';
  const isFilled = (name: StaticText) => form[name].trim() !== '';
  const needed = NEEDED[content.type];
  if (!(content.type === 'vcard' ? needed.some(isFilled) : needed.every(isFilled))) return '';
  if (content.type === 'location' && (content.latitude === null || content.longitude === null)) return '';
  if (content.type === 'event' && !content.startsAt) return '';
  return textOfStatic(content);
}

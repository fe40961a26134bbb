import { t } from '@/shared/i18n/t';
/** A section of the link form. Fields without one are always visible. */
export type LinkSection = 'about' | 'utm' | 'rules' | 'split' | 'schedule' | 'password' | 'card' | 'redirect';

/** How a field's value is displayed. */
export type LinkFieldKind = 'text' | 'list' | 'date' | 'flag' | 'folder' | 'secret' | 'rules' | 'split';

/**
 * How a form edits a field: a text, a URL to which a missing scheme is added, a wall time, a positive whole number, a
 * checkbox or a choice. Empty inputs are null in requests. Fields without one have their own code in the link form.
 */
export type LinkInput =
  | { type: 'text' | 'url' | 'time' | 'count' }
  | { type: 'flag'; initial: boolean }
  | { type: 'choice'; initial: string; choices: readonly { value: string; label: string }[] };

export interface LinkField {
  label: string;
  kind: LinkFieldKind;
  section?: LinkSection;
  input?: LinkInput;
}

const EXPIRES_ACTIONS = [
  { value: 'fallback', label: t('Redirect to the fallback URL') },
  { value: 'page', label: t('Show the “link expired” page') },
] as const;

/** Every field of a link by its path in the API: the labels of all screens, and the inputs of the link form. */
export const LINK_FIELDS = {
  url: { label: t('Destination'), kind: 'text' },
  domain: { label: t('Domain'), kind: 'text' },
  alias: { label: t('Alias'), kind: 'text' },
  title: { label: t('Title'), kind: 'text', section: 'about', input: { type: 'text' } },
  tags: { label: t('Tags'), kind: 'list', section: 'about' },
  folderId: { label: t('Folder'), kind: 'folder', section: 'about' },
  comments: { label: t('Note'), kind: 'text', section: 'about', input: { type: 'text' } },
  externalId: { label: t('External ID'), kind: 'text', section: 'about', input: { type: 'text' } },
  'utm.source': { label: t('UTM source'), kind: 'text', section: 'utm' },
  'utm.medium': { label: t('UTM medium'), kind: 'text', section: 'utm' },
  'utm.campaign': { label: t('UTM campaign'), kind: 'text', section: 'utm' },
  'utm.term': { label: t('UTM term'), kind: 'text', section: 'utm' },
  'utm.content': { label: t('UTM content'), kind: 'text', section: 'utm' },
  'utm.ref': { label: t('Referral'), kind: 'text', section: 'utm' },
  rules: { label: t('Rules'), kind: 'rules', section: 'rules' },
  split: { label: t('A/B split'), kind: 'split', section: 'split' },
  startsAt: { label: t('Start date'), kind: 'date', section: 'schedule', input: { type: 'time' } },
  expiresAt: { label: t('End date'), kind: 'date', section: 'schedule', input: { type: 'time' } },
  maxClicks: { label: t('Click limit'), kind: 'text', section: 'schedule', input: { type: 'count' } },
  expiresAction: {
    label: t('After expiry'),
    kind: 'text',
    section: 'schedule',
    input: { type: 'choice', initial: 'fallback', choices: EXPIRES_ACTIONS },
  },
  fallbackUrl: { label: t('Fallback URL'), kind: 'text', section: 'schedule', input: { type: 'url' } },
  password: { label: t('Password'), kind: 'secret', section: 'password' },
  hasPassword: { label: t('Password'), kind: 'secret', section: 'password' },
  'preview.title': { label: t('Card title'), kind: 'text', section: 'card' },
  'preview.description': { label: t('Card description'), kind: 'text', section: 'card' },
  'preview.image': { label: t('Card image'), kind: 'text', section: 'card' },
  redirectStatus: { label: t('Redirect type'), kind: 'text', section: 'redirect' },
  forwardQuery: {
    label: t('Query forwarding'),
    kind: 'flag',
    section: 'redirect',
    input: { type: 'flag', initial: true },
  },
  forwardPath: {
    label: t('Path forwarding'),
    kind: 'flag',
    section: 'redirect',
    input: { type: 'flag', initial: false },
  },
  indexable: {
    label: t('Search engine indexing'),
    kind: 'flag',
    section: 'redirect',
    input: { type: 'flag', initial: false },
  },
  trackConversions: {
    label: t('Conversion tracking'),
    kind: 'flag',
    section: 'redirect',
    input: { type: 'flag', initial: false },
  },
  status: { label: t('Status'), kind: 'text' },
} as const satisfies Record<string, LinkField>;

export type LinkFieldName = keyof typeof LINK_FIELDS;

/** The fields that the link form edits by their `input`. */
export type InputFieldName = {
  [Name in LinkFieldName]: (typeof LINK_FIELDS)[Name] extends { input: LinkInput } ? Name : never;
}[LinkFieldName];

/** The value of a field in the form. */
export type InputValue<Name extends InputFieldName> = (typeof LINK_FIELDS)[Name]['input'] extends { type: 'flag' }
  ? boolean
  : (typeof LINK_FIELDS)[Name]['input'] extends { choices: readonly { value: infer Value }[] }
    ? Value
    : string;

/** The fields with an `input`, in the order of LINK_FIELDS. */
export const INPUT_FIELDS = Object.entries(LINK_FIELDS).flatMap(([name, field]) =>
  'input' in field ? [{ name: name as InputFieldName, input: field.input as LinkInput }] : [],
);

const FIELDS: Readonly<Record<string, LinkField | undefined>> = LINK_FIELDS;

/** Columns of an import that are not fields of a link, or have another name there. */
const IMPORT_LABELS: Readonly<Record<string, string | undefined>> = {
  shortUrl: t('Short link'),
  aliases: t('Additional aliases'),
  folder: LINK_FIELDS.folderId.label,
  createdAt: t('Creation date'),
  clicks: t('Clicks'),
  clickHistory: t('Click history'),
  archived: t('Status'),
  hasPassword: t('Has password'),
  rules: t('Rules (JSON)'),
  split: t('A/B split (JSON)'),
};

/** The field at an API path, or undefined for an unknown one. */
export const linkField = (path: string): LinkField | undefined => FIELDS[path];

/** The label of a field: "expiresAt" → "End date". Unknown paths are returned unchanged. */
export const fieldLabel = (path: string): string => FIELDS[path]?.label ?? path;

/** The label of an import column. Nested fields are in camel case there: "utmSource" is "utm.source". */
export function importLabel(column: string): string {
  const path = column.replace(/^(utm|preview)([A-Z])/, (_, group, first) => `${group}.${first.toLowerCase()}`);
  return IMPORT_LABELS[column] ?? fieldLabel(path);
}

/** The form section that contains the field at a server path such as "rules[2].when" or "utm.source". */
export function sectionOf(path: string): LinkSection | undefined {
  const [root = ''] = path.split(/[.[]/, 1);
  const nested = Object.entries(FIELDS).find(([name]) => name === path || name.startsWith(`${root}.`));
  return (FIELDS[path] ?? FIELDS[root] ?? nested?.[1])?.section;
}

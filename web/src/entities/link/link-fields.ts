/** A section of the link form. Fields without one are always visible. */
export type LinkSection = 'about' | 'utm' | 'rules' | 'split' | 'schedule' | 'password' | 'card' | 'redirect';

/** How a field's value is displayed. */
export type LinkFieldKind = 'text' | 'list' | 'date' | 'flag' | 'folder' | 'secret' | 'rules' | 'split';

export interface LinkField {
  label: string;
  kind: LinkFieldKind;
  section?: LinkSection;
}

/** Every field of a link by its path in the API. Forms, history, imports and chart annotations take labels from here. */
export const LINK_FIELDS = {
  url: { label: 'Destination', kind: 'text' },
  domain: { label: 'Domain', kind: 'text' },
  alias: { label: 'Alias', kind: 'text' },
  title: { label: 'Title', kind: 'text', section: 'about' },
  tags: { label: 'Tags', kind: 'list', section: 'about' },
  folderId: { label: 'Folder', kind: 'folder', section: 'about' },
  comments: { label: 'Note', kind: 'text', section: 'about' },
  'utm.source': { label: 'UTM source', kind: 'text', section: 'utm' },
  'utm.medium': { label: 'UTM medium', kind: 'text', section: 'utm' },
  'utm.campaign': { label: 'UTM campaign', kind: 'text', section: 'utm' },
  'utm.term': { label: 'UTM term', kind: 'text', section: 'utm' },
  'utm.content': { label: 'UTM content', kind: 'text', section: 'utm' },
  'utm.ref': { label: 'Referral', kind: 'text', section: 'utm' },
  rules: { label: 'Rules', kind: 'rules', section: 'rules' },
  split: { label: 'A/B split', kind: 'split', section: 'split' },
  startsAt: { label: 'Start date', kind: 'date', section: 'schedule' },
  expiresAt: { label: 'End date', kind: 'date', section: 'schedule' },
  maxClicks: { label: 'Click limit', kind: 'text', section: 'schedule' },
  expiresAction: { label: 'After expiry', kind: 'text', section: 'schedule' },
  fallbackUrl: { label: 'Fallback URL', kind: 'text', section: 'schedule' },
  password: { label: 'Password', kind: 'secret', section: 'password' },
  hasPassword: { label: 'Password', kind: 'secret', section: 'password' },
  'preview.title': { label: 'Card title', kind: 'text', section: 'card' },
  'preview.description': { label: 'Card description', kind: 'text', section: 'card' },
  'preview.image': { label: 'Card image', kind: 'text', section: 'card' },
  redirectStatus: { label: 'Redirect type', kind: 'text', section: 'redirect' },
  forwardQuery: { label: 'Query forwarding', kind: 'flag', section: 'redirect' },
  forwardPath: { label: 'Path forwarding', kind: 'flag', section: 'redirect' },
  indexable: { label: 'Search engine indexing', kind: 'flag', section: 'redirect' },
  trackConversions: { label: 'Conversion tracking', kind: 'flag', section: 'redirect' },
  status: { label: 'Status', kind: 'text' },
} as const satisfies Record<string, LinkField>;

export type LinkFieldName = keyof typeof LINK_FIELDS;

const FIELDS: Readonly<Record<string, LinkField | undefined>> = LINK_FIELDS;

/** Columns of an import that are not fields of a link, or have another name there. */
const IMPORT_LABELS: Readonly<Record<string, string | undefined>> = {
  shortUrl: 'Short link',
  aliases: 'Additional aliases',
  folder: LINK_FIELDS.folderId.label,
  createdAt: 'Creation date',
  clicks: 'Clicks',
  archived: 'Status',
  hasPassword: 'Has password',
  rules: `${LINK_FIELDS.rules.label} (JSON)`,
  split: `${LINK_FIELDS.split.label} (JSON)`,
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

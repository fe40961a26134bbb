import type { LinkVersion } from '@/entities/link/link.types';
import { formatDateTime } from '@/shared/lib/format';

const FIELDS: Record<string, string> = {
  alias: 'Alias',
  url: 'Destination',
  title: 'Title',
  comments: 'Note',
  tags: 'Tags',
  folderId: 'Folder',
  status: 'Status',
  redirectStatus: 'Redirect',
  forwardQuery: 'Query forwarding',
  forwardPath: 'Path forwarding',
  indexable: 'Search engines',
  trackConversions: 'Conversion tracking',
  startsAt: 'Start',
  expiresAt: 'End',
  maxClicks: 'Click limit',
  fallbackUrl: 'Fallback',
  hasPassword: 'Password',
  password: 'Password',
  'preview.title': 'Card title',
  'preview.description': 'Card text',
  'preview.image': 'Card picture',
  'utm.source': 'UTM source',
  'utm.medium': 'UTM medium',
  'utm.campaign': 'UTM campaign',
  'utm.term': 'UTM term',
  'utm.content': 'UTM content',
  'utm.ref': 'Ref',
  rules: 'Rules',
  split: 'Split',
};

/** "expiresAt" → "End". */
export function fieldName(field: string): string {
  return FIELDS[field] ?? field;
}

/** A field's value in words; `folders` knows the folders' names. */
export function valueText(field: string, value: unknown, folders: ReadonlyMap<string, string>, zone: string): string {
  if (value === null || value === undefined) return 'none';
  if (field === 'folderId') return folders.get(String(value)) ?? 'a folder that is gone';
  if (field === 'startsAt' || field === 'expiresAt') return `${formatDateTime(String(value), zone)} (${zone})`;
  if (field === 'hasPassword') return value ? 'set' : 'none';
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return String(value);
}

const VERBS: Record<LinkVersion['kind'], string> = {
  created: 'made the link',
  updated: 'changed it',
  deleted: 'deleted it',
  restored: 'brought it back',
};

/** "Ada Lovelace changed it". */
export function stepText({ kind, actorId, actorName }: LinkVersion): string {
  const who = actorName ?? (actorId ? 'A former member' : 'Linnet');
  return `${who} ${VERBS[kind]}`;
}

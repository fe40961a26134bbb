import type { Link, LinkVersion } from '@/entities/link/link.types';
import { linkField } from '@/entities/link/link-fields';
import { formatDateTime } from '@/shared/lib/format';

interface Context {
  /** The name of the folder with an id. */
  folderName: (id: string) => string;
  /** The IANA zone of displayed times. */
  zone: string;
}

const NONE = 'None';

/** A field's value as text. */
export function formatFieldValue(field: string, value: unknown, { folderName, zone }: Context): string {
  if (value === null || value === undefined) return NONE;
  switch (linkField(field)?.kind) {
    case 'folder':
      return folderName(String(value));
    case 'date':
      return `${formatDateTime(String(value), zone)} (${zone})`;
    case 'secret':
      return value ? 'Set' : NONE;
    case 'flag':
      return value ? 'On' : 'Off';
    case 'split':
      return (value as NonNullable<Link['split']>).map(({ url, weight }) => `${weight}% ${url}`).join(', ');
    default:
      return Array.isArray(value) ? value.join(', ') : String(value);
  }
}

const VERBS: Record<LinkVersion['kind'], string> = {
  created: 'created the link',
  updated: 'edited the link',
  deleted: 'deleted the link',
  restored: 'restored the link',
};

/** "Ada Lovelace edited the link". */
export function formatVersionTitle({ kind, actorId, actorName }: LinkVersion): string {
  const actor = actorName ?? (actorId ? 'A former member' : 'Linnet');
  return `${actor} ${VERBS[kind]}`;
}

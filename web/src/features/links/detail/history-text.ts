import type { Link, LinkVersion } from '@/entities/link/link.types';
import { linkField } from '@/entities/link/link-fields';
import { t } from '@/shared/i18n/t';
import { formatDateTime } from '@/shared/lib/format';

interface Context {
  /** The name of the folder with an id. */
  folderName: (id: string) => string;
  /** The IANA zone of displayed times. */
  zone: string;
}

const NONE = t('None');

/** A field's value as text. */
export function formatFieldValue(field: string, value: unknown, { folderName, zone }: Context): string {
  if (value === null || value === undefined) return NONE;
  switch (linkField(field)?.kind) {
    case 'folder':
      return folderName(String(value));
    case 'date':
      return `${formatDateTime(String(value), zone)} (${zone})`;
    case 'secret':
      return value ? t('Set') : NONE;
    case 'flag':
      return value ? t('On') : t('Off');
    case 'split':
      return (value as NonNullable<Link['split']>).map(({ url, weight }) => `${weight}% ${url}`).join(', ');
    default:
      return Array.isArray(value) ? value.join(', ') : String(value);
  }
}

const TITLES: Record<LinkVersion['kind'], (values: { actor: string }) => string> = {
  created: (values) => t('{actor} created the link', values),
  updated: (values) => t('{actor} edited the link', values),
  deleted: (values) => t('{actor} deleted the link', values),
  restored: (values) => t('{actor} restored the link', values),
};

/** "Ada Lovelace edited the link". */
export function formatVersionTitle({ kind, actorId, actorName }: LinkVersion): string {
  const actor = actorName ?? (actorId ? t('A former member') : 'Linnet');
  return TITLES[kind]({ actor });
}

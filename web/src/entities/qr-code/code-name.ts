import type { QrCode } from './qr-code.types';

/** What identifies a code in messages: its name, else the alias of its link or its static content. */
export function codeName({ name, link, label }: Pick<QrCode, 'name' | 'link' | 'label'>): string {
  return name ?? (link ? `/${link.alias}` : label);
}

import type { Domain } from '@/entities/domain/domain.types';
import { PRODUCT } from '@/shared/config/product';
import { RECORD_TTL } from './record-card';

/** A mailto: URL with the DNS records, for the person who manages the DNS zone. */
export function recordsEmail({ unicodeHost, records }: Pick<Domain, 'unicodeHost' | 'records'>): string {
  const subject = `DNS records for ${unicodeHost}`;
  const entries = records.map(({ type, name, value }) =>
    [`Type:  ${type}`, `Name:  ${name}`, `Value: ${value}`, `TTL:   ${RECORD_TTL}`].join('\r\n'),
  );
  const body = [
    'Hello,',
    `please add these DNS records, so that ${unicodeHost} can serve our short links with ${PRODUCT}:`,
    ...entries,
    'Thank you.',
  ].join('\r\n\r\n');
  return `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}

import type { Certificate } from '@/entities/domain/domain.types';
import { formatDate } from '@/shared/lib/format';

/** The state of a certificate in a few words, null when there is none. Dates are days in `zone`. */
export function certificateText({ state, expiresAt }: Certificate, zone: string): string | null {
  switch (state) {
    case 'valid':
      return expiresAt ? `Expires ${formatDate(expiresAt, zone)}` : 'Valid';
    case 'pending':
      return 'Issuing';
    case 'failed':
      return 'Failed';
    case 'none':
      return null;
  }
}

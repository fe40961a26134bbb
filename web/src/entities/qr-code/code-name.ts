import { useLinkName } from '@/entities/link/link-name';
import type { QrCode } from './qr-code.types';

/** Returns the function that names a code in messages: by its name, else by its link or its static content. */
export function useCodeName(): (code: Pick<QrCode, 'name' | 'link' | 'label'>) => string {
  const nameOf = useLinkName();
  return ({ name, link, label }) => name ?? (link ? nameOf(link) : label);
}

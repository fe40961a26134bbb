import type { FieldPath, UseFormSetError } from 'react-hook-form';
import { ApiError, messageOf } from '@/shared/api/errors';
import type { LinkForm } from './link-form.schema';

const SECTION: Record<string, string> = {
  utm: 'utm',
  rules: 'rules',
  startsAt: 'schedule',
  expiresAt: 'schedule',
  maxClicks: 'schedule',
  fallbackUrl: 'schedule',
  password: 'password',
  redirectStatus: 'redirect',
  forwardQuery: 'redirect',
  indexable: 'redirect',
  title: 'about',
  comments: 'about',
  tags: 'about',
  folderId: 'about',
};

const TOP = new Set(['url', 'alias']);

/** What went wrong beside the fields: the sentence, and whether the plan's limit is the reason. */
export interface FormFault {
  message: string;
  limit: boolean;
  /** Somebody else changed the link meanwhile. */
  stale: boolean;
}

/** "rules[2].when" → "rules". */
function root(field: string): string {
  return field.split(/[.[]/, 1)[0] ?? '';
}

/**
 * Puts the server's findings under their fields and opens the sections that hold them. What belongs to no field of the
 * form comes back, to be shown above the buttons.
 */
export function placeFaults(
  error: unknown,
  setError: UseFormSetError<LinkForm>,
  open: (section: string) => void,
): FormFault | null {
  const status = error instanceof ApiError ? error.status : 0;
  const faults = error instanceof ApiError ? [...error.errors] : [];
  if (faults.length === 0 && status === 409) faults.push({ field: 'alias', message: messageOf(error) });
  const placed = faults.filter(({ field }) => TOP.has(field) || root(field) in SECTION);
  placed.forEach(({ field, message }, at) => {
    const section = SECTION[root(field)];
    if (section) open(section);
    const name = section === 'rules' || section === 'about' ? root(field) : field;
    setError(name as FieldPath<LinkForm>, { message }, { shouldFocus: at === 0 });
  });
  if (placed.length > 0) return null;
  return { message: messageOf(error), limit: status === 402, stale: status === 412 };
}

import type { PageDraft } from '@/entities/bio-page/bio-page.types';

const FIELDS = {
  title: true,
  description: true,
  avatar: true,
  theme: true,
  blocks: true,
  startsAt: true,
  endsAt: true,
  ageGate: true,
  language: true,
} as const satisfies Record<keyof PageDraft, true>;

const NAMES = Object.keys(FIELDS) as (keyof PageDraft)[];

function pick(page: PageDraft, wanted: (field: keyof PageDraft) => boolean): Partial<PageDraft> {
  return Object.fromEntries(NAMES.filter(wanted).map((field) => [field, page[field]]));
}

/** Returns the part of a page that the editor changes. */
export function draftOf(page: PageDraft): PageDraft {
  return pick(page, () => true) as PageDraft;
}

/** Whether two JSON values are equal. */
export function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/** Returns the fields of a draft that differ from the stored one. */
export function changedFields(stored: PageDraft, draft: PageDraft): Partial<PageDraft> {
  return pick(draft, (field) => !isSame(stored[field], draft[field]));
}

import type { BioPage } from './bio-page.types';

interface PageStatus {
  label: string;
  tone?: 'hot' | 'ok';
}

type Dates = Pick<BioPage, 'publishedRevision' | 'unpublishedChanges' | 'startsAt' | 'endsAt'>;

/** What visitors get at the page's address. */
export function pageStatus(
  { publishedRevision, unpublishedChanges, startsAt, endsAt }: Dates,
  now = Date.now(),
): PageStatus {
  if (publishedRevision === null) return { label: 'Draft' };
  if (startsAt && now < Date.parse(startsAt)) return { label: 'Scheduled', tone: 'hot' };
  if (endsAt && now >= Date.parse(endsAt)) return { label: 'Ended' };
  if (unpublishedChanges) return { label: 'Published · unpublished changes', tone: 'ok' };
  return { label: 'Published', tone: 'ok' };
}

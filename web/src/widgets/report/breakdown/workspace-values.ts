import { useQuery } from '@tanstack/react-query';
import type { TopRow } from '@/entities/analytics/analytics.types';
import type { Dimension } from '@/entities/analytics/model/dimensions';
import { domains } from '@/entities/domain/domain.queries';
import { folders, tags } from '@/entities/label/label.queries';
import { listLinks } from '@/entities/link/link.queries';
import { useDebouncedValue } from '@/shared/hooks/use-debounced-value';

/** Links beyond these are found by the search. */
const MAX_LINKS = 50;
const SEARCH_DELAY_MS = 200;

const withoutClicks = (key: string, label: string): TopRow => ({
  key,
  label,
  clicks: 0,
  uniques: 0,
  leads: 0,
  sales: 0,
  saleAmount: [],
});

/**
 * The tags, folders, domains or links of the workspace as rows without clicks. Empty for any other dimension. At most 50
 * links are returned, those that match the search.
 */
export function useWorkspaceValues(dimension: Dimension, search: string): TopRow[] {
  const settled = useDebouncedValue(search.trim(), SEARCH_DELAY_MS);
  const knownTags = useQuery({ ...tags(), enabled: dimension === 'tag' });
  const knownFolders = useQuery({ ...folders(), enabled: dimension === 'folder' });
  const knownDomains = useQuery({ ...domains(), enabled: dimension === 'domain' });
  const knownLinks = useQuery({
    ...listLinks({ search: settled || undefined, limit: MAX_LINKS }),
    enabled: dimension === 'link',
  });
  switch (dimension) {
    case 'tag':
      return (knownTags.data ?? []).map(({ id, name }) => withoutClicks(id, name));
    case 'folder':
      return (knownFolders.data ?? []).map(({ id, name }) => withoutClicks(id, name));
    case 'domain':
      return (knownDomains.data ?? []).map(({ host, unicodeHost }) => withoutClicks(host, unicodeHost));
    case 'link':
      return (knownLinks.data?.items ?? []).map(({ id, domain, alias }) => withoutClicks(id, `${domain}/${alias}`));
    default:
      return [];
  }
}

/** The rows of a report followed by the values that are not among them. */
export function withValues(rows: readonly TopRow[], values: readonly TopRow[]): TopRow[] {
  const known = new Set(rows.map(({ key }) => key));
  return [...rows, ...values.filter(({ key }) => !known.has(key))];
}

import { useQuery } from '@tanstack/react-query';
import type { TopRow } from '@/entities/analytics/analytics.types';
import type { Dimension } from '@/entities/analytics/model/dimensions';
import { domains } from '@/entities/domain/domain.queries';
import { useLabelSearch } from '@/entities/label/use-label-search';
import { listLinks } from '@/entities/link/link.queries';
import { TIMING } from '@/shared/config/timing';
import { useDebouncedValue } from '@/shared/hooks/use-debounced-value';
import { matches } from '@/shared/ui/rank-options';

/** Links beyond these are found by the search. */
const MAX_LINKS = 50;

const withoutClicks = (key: string, label: string): TopRow => ({
  key,
  label,
  clicks: 0,
  uniques: 0,
  leads: 0,
  sales: 0,
  saleAmount: [],
});

interface WorkspaceValues {
  rows: readonly TopRow[];
  /** The rows of this search are not known yet. */
  pending: boolean;
  /** More values match than `rows` contains: how many are listed. */
  note: string | undefined;
}

const NONE: WorkspaceValues = { rows: [], pending: false, note: undefined };

/**
 * The tags, folders, domains or links of the workspace that match a search, as rows without clicks. Empty for any other
 * dimension. At most 50 links are returned.
 */
export function useWorkspaceValues(dimension: Dimension, search: string): WorkspaceValues {
  const text = search.trim();
  const settled = useDebouncedValue(text, TIMING.searchMs);
  const tags = useLabelSearch('tags', search, dimension === 'tag');
  const folders = useLabelSearch('folders', search, dimension === 'folder');
  const knownDomains = useQuery({ ...domains(), enabled: dimension === 'domain' });
  const links = useQuery({
    ...listLinks({ search: settled || undefined, limit: MAX_LINKS }),
    enabled: dimension === 'link',
  });
  switch (dimension) {
    case 'tag':
    case 'folder': {
      const { labels, pending, partial, note } = dimension === 'tag' ? tags : folders;
      const rows = labels.map(({ id, name }) => withoutClicks(id, name));
      return { rows, pending, note: partial ? note : undefined };
    }
    case 'domain': {
      const found = (knownDomains.data ?? []).filter(({ unicodeHost }) => matches(unicodeHost, text) > 0);
      const rows = found.map(({ host, unicodeHost }) => withoutClicks(host, unicodeHost));
      return { rows, pending: knownDomains.isLoading, note: undefined };
    }
    case 'link': {
      const found = links.data?.items ?? [];
      const rows = found.map(({ id, domain, alias }) => withoutClicks(id, `${domain}/${alias}`));
      return { rows, pending: links.isLoading || links.isPlaceholderData || settled !== text, note: undefined };
    }
    default:
      return NONE;
  }
}

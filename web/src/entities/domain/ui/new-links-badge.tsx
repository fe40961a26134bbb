import { useQuery } from '@tanstack/react-query';
import { Badge } from '@/shared/ui/badge';
import { domains } from '../domain.queries';
import type { Domain } from '../domain.types';
import { useNewLinkDomain } from '../new-link-domain';

/** Marks the domain of new links, where links can use several. */
export function NewLinksBadge({ domain }: { domain: Domain }) {
  const { data: usable = [] } = useQuery(domains());
  const used = useNewLinkDomain();
  return usable.length > 1 && used?.id === domain.id && <Badge>Used for new links</Badge>;
}

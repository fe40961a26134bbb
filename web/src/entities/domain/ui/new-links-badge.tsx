import { useQuery } from '@tanstack/react-query';
import { t } from '@/shared/i18n/t';
import { Badge } from '@/shared/ui/badge';
import { domains } from '../domain.queries';
import type { Domain } from '../domain.types';
import { useNewLinkDomain } from '../new-link-domain';

/** Marks the domain of new links, where links can use several. */
export function NewLinksBadge({ domain }: { domain: Domain }) {
  const { data: usable = [] } = useQuery(domains());
  const used = useNewLinkDomain();
  return usable.length > 1 && used?.id === domain.id && <Badge>{t('Used for new links')}</Badge>;
}

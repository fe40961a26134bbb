import type { LinkBase, LinkSummary } from '@/entities/link/link.types';
import type { Selection } from '@/shared/hooks/use-selection';
import { t } from '@/shared/i18n/t';
import { Skeleton } from '@/shared/ui/skeleton';
import { LinkRow } from './link-row';

interface Props {
  links: readonly LinkSummary[];
  selection: Selection<LinkBase>;
  /** The rows are from the previous query while the new one loads. */
  busy: boolean;
  onToggle: (id: string, range: boolean) => void;
  onEdit: (id: string) => void;
  onDelete: (link: LinkSummary) => void;
  onTag: (tag: string) => void;
}

/** The rows of the list. */
export function LinksList({ links, selection, busy, ...handlers }: Props) {
  return (
    <ul className="links-list ui-panel" aria-label={t('Links')} aria-busy={busy || undefined}>
      {links.map((link) => (
        <LinkRow key={link.id} link={link} selected={selection.has(link.id)} {...handlers} />
      ))}
    </ul>
  );
}

/** Placeholder rows of the final size, shown while the list loads. */
export function LinksSkeleton({ rows = 6 }: { rows?: number }) {
  return (
    <div className="links-list ui-panel" aria-busy="true">
      <span className="ui-sr-only" role="status">
        {t('Loading links')}
      </span>
      {Array.from({ length: rows }, (_, at) => `skeleton-${at}`).map((key) => (
        <div key={key} className="ui-row">
          <Skeleton width={16} />
          <Skeleton width={32} height={32} />
          <div className="links-identity">
            <Skeleton width="32%" height={20} />
            <Skeleton width="64%" height={14} />
          </div>
          <Skeleton width={60} height={32} />
        </div>
      ))}
    </div>
  );
}

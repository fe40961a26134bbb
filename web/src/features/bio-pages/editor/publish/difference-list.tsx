import { Badge } from '@/shared/ui/badge';
import type { Difference } from '../model/page-diff';

const LABELS = {
  added: { label: 'Added', tone: 'ok' },
  removed: { label: 'Removed', tone: 'bad' },
  changed: { label: 'Changed', tone: 'hot' },
  moved: { label: 'Moved', tone: undefined },
} as const;

/** The differences between two versions of a page. */
export function DifferenceList({ differences, label }: { differences: readonly Difference[]; label: string }) {
  return (
    <ul className="bio-differences" aria-label={label}>
      {differences.map(({ kind, name }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is static, and names repeat.
        <li key={index}>
          <Badge tone={LABELS[kind].tone}>{LABELS[kind].label}</Badge>
          <span className="ui-truncate">{name}</span>
        </li>
      ))}
    </ul>
  );
}

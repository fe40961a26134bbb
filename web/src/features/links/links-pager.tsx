import { formatCount } from '@/shared/lib/format';
import { Button } from '@/shared/ui/button';
import { PAGE_SIZE } from './links-search';

interface Props {
  page: number;
  shown: number;
  total: number;
  onBack: (() => void) | null;
  onNext: (() => void) | null;
}

/** Where in the list one is, and the ways back and on. */
export function LinksPager({ page, shown, total, onBack, onNext }: Props) {
  const first = (page - 1) * PAGE_SIZE + 1;
  return (
    <nav className="pager" aria-label="Pages">
      <span>
        {formatCount(first)}–{formatCount(first + shown - 1)} of {formatCount(total)}
      </span>
      {(onBack || onNext) && (
        <span className="flex gap-2">
          <Button size="sm" disabled={!onBack} onClick={onBack ?? undefined}>
            Back
          </Button>
          <Button size="sm" disabled={!onNext} onClick={onNext ?? undefined}>
            Next
          </Button>
        </span>
      )}
    </nav>
  );
}

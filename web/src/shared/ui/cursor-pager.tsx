import type { PagedList } from '@/shared/hooks/use-paged-list';
import { t } from '@/shared/i18n/t';
import { Button } from './button';
import './cursor-pager.css';

/** Previous and Next for a list with cursors; nothing when there is only one page. */
export function CursorPager({ pages, nextCursor }: { pages: PagedList; nextCursor?: string | null }) {
  if (!nextCursor && pages.page === 1) return null;
  return (
    <nav className="ui-pager" aria-label={t('Pages')}>
      <Button size="sm" disabled={pages.page === 1} onClick={pages.previous}>
        {t('Previous')}
      </Button>
      <Button size="sm" disabled={!nextCursor} onClick={() => nextCursor && pages.next(nextCursor)}>
        {t('Next')}
      </Button>
    </nav>
  );
}

import clsx from 'clsx';
import { t } from '@/shared/i18n/t';
import { Trans } from '@/shared/i18n/trans';
import { formatCount, formatTotal } from '@/shared/lib/format';
import { Button } from '@/shared/ui/button';
import { PAGE_SIZES } from './links-search';
import '@/shared/ui/cursor-pager.css';

interface Props {
  page: number;
  per: number;
  shown: number;
  total: number;
  /** There are more than `total`, and `more` says whether this is the last page. */
  isMinimum: boolean;
  more: boolean;
  /** The workspace has archived links, which the list leaves out. */
  withoutArchived: boolean;
  onPage: (page: number) => void;
  onPer: (per: (typeof PAGE_SIZES)[number]) => void;
}

/** The page numbers to show: first, last, current and its neighbors. A negative number marks a gap before that page. */
export function pagesAround(page: number, last: number): number[] {
  const near = [1, page - 1, page, page + 1, last].filter((at) => at >= 1 && at <= last);
  const pages: number[] = [];
  for (const at of [...new Set(near)].sort((a, b) => a - b)) {
    const before = pages.at(-1) ?? 0;
    if (at === before + 2) pages.push(at - 1);
    else if (at > before + 1) pages.push(-at);
    pages.push(at);
  }
  return pages;
}

/** The range shown, page buttons and the page size. */
export function LinksPager({ page, per, shown, total, isMinimum, more, withoutArchived, onPage, onPer }: Props) {
  const first = (page - 1) * per + 1;
  const last = Math.max(isMinimum && more ? page + 1 : 1, Math.ceil(total / per));
  const range = { first, last: first + shown - 1, total: formatTotal(total, isMinimum) };
  return (
    <nav className="ui-pager" aria-label={t('Pages')}>
      <span>
        {withoutArchived
          ? t('{first}–{last} of {total}, without archived links', range)
          : t('{first}–{last} of {total}', range)}
      </span>
      {last > 1 && (
        <span className="links-numbers">
          <Button size="sm" disabled={page <= 1} onClick={() => onPage(page - 1)}>
            {t('Previous')}
          </Button>
          {pagesAround(page, last).map((at) =>
            at < 0 ? (
              <span key={at} aria-hidden="true">
                …
              </span>
            ) : (
              <Button
                key={at}
                size="sm"
                tone="quiet"
                className={clsx('links-number', at === page && 'links-on')}
                aria-label={t('Page {number}', { number: at })}
                aria-current={at === page ? 'page' : undefined}
                onClick={() => onPage(at)}
              >
                {formatCount(at)}
              </Button>
            ),
          )}
          <Button size="sm" disabled={page >= last} onClick={() => onPage(page + 1)}>
            {t('Next')}
          </Button>
        </span>
      )}
      {total > PAGE_SIZES[0] && (
        <span className="links-per" role="group" aria-label={t('Rows per page')}>
          <Trans
            text="<sizes/>per page"
            tags={{
              sizes: () =>
                PAGE_SIZES.map((size) => (
                  <Button
                    key={size}
                    size="sm"
                    tone="quiet"
                    className={clsx('links-number', size === per && 'links-on')}
                    aria-pressed={size === per}
                    onClick={() => onPer(size)}
                  >
                    {size}
                  </Button>
                )),
            }}
          />
        </span>
      )}
    </nav>
  );
}

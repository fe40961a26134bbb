import type { CreateResult } from '@/entities/link/create-links';
import { shortLinkText } from '@/entities/link/destination';
import type { Link } from '@/entities/link/link.types';
import { t } from '@/shared/i18n/t';
import { Button } from '@/shared/ui/button';
import { CopyButton } from '@/shared/ui/copy-button';

/** The result for one address. */
export interface ResultRow extends Pick<CreateResult, 'link' | 'error'> {
  address: string;
}

/** The result of a bulk creation, in the order of the addresses. */
export function BulkResults({
  rows,
  onSelect,
}: {
  rows: readonly ResultRow[];
  onSelect: (links: readonly Link[]) => void;
}) {
  const links = rows.flatMap(({ link }) => (link ? [link] : []));
  return (
    <section className="mt-4 grid gap-2" aria-label={t('Results')}>
      <div className="flex flex-wrap items-center gap-2">
        <p role="status">
          {links.length < rows.length
            ? t('{count, plural, one {# link} other {# links}} created, {failed} failed', {
                count: links.length,
                failed: rows.length - links.length,
              })
            : t('{count, plural, one {# link} other {# links}} created', { count: links.length })}
        </p>
        {links.length > 0 && (
          <>
            <CopyButton text={links.map(({ shortUrl }) => shortUrl).join('\n')} what={t('all short links')} />
            <Button size="sm" className="ml-auto" onClick={() => onSelect(links)}>
              {links.length === 1
                ? t('Select in the list')
                : t('Select all {count} in the list', { count: links.length })}
            </Button>
          </>
        )}
      </div>
      <ol className="ui-panel">
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: several lines may have the same URL
          <Result key={at} row={row} />
        ))}
      </ol>
    </section>
  );
}

function Result({ row: { address, link, error } }: { row: ResultRow }) {
  const [field] = error?.errors ?? [];
  return (
    <li className="ui-row min-w-0 first:border-t-0">
      <span className="grid min-w-0 flex-1">
        {link && <b className="ui-truncate ui-mono">{shortLinkText(link)}</b>}
        <span className="ui-small ui-muted ui-truncate">{address}</span>
        {error && <span className="ui-hint ui-error">{field?.message ?? error.message}</span>}
      </span>
      {link && <CopyButton size="sm" text={link.shortUrl} what={shortLinkText(link)} />}
    </li>
  );
}

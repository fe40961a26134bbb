import type { CreateResult } from '@/entities/link/create-links';
import { shortLinkText } from '@/entities/link/destination';
import type { Link } from '@/entities/link/link.types';
import { formatCount, plural } from '@/shared/lib/format';
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
    <section className="mt-4 grid gap-2" aria-label="Results">
      <div className="flex flex-wrap items-center gap-2">
        <p role="status">
          {plural(links.length, 'link')} created
          {links.length < rows.length && `, ${formatCount(rows.length - links.length)} failed`}
        </p>
        {links.length > 0 && (
          <>
            <CopyButton text={links.map(({ shortUrl }) => shortUrl).join('\n')} what="all short links" />
            <Button size="sm" className="ml-auto" onClick={() => onSelect(links)}>
              {links.length === 1 ? 'Select in the list' : `Select all ${formatCount(links.length)} in the list`}
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

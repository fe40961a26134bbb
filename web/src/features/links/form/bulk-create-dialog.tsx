import { type FormEvent, useState } from 'react';
import { MAX_LINKS_PER_REQUEST } from '@/entities/link/bulk-links';
import { type CreateResult, useCreateLinks } from '@/entities/link/create-links';
import { withScheme } from '@/entities/link/destination';
import { messageOf } from '@/shared/api/errors';
import { formatCount, plural } from '@/shared/lib/format';
import { Button } from '@/shared/ui/button';
import { CopyButton } from '@/shared/ui/copy-button';
import { Dialog } from '@/shared/ui/dialog';
import { Field, Textarea } from '@/shared/ui/field';

interface Row extends Pick<CreateResult, 'link' | 'error'> {
  address: string;
}

/** The URLs in a text, one per line. Skips empty lines and adds a missing scheme. */
export function parseAddresses(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => withScheme(line))
    .filter(Boolean);
}

/** Creates a link for each line. Failed lines stay in the input, so that they can be corrected and resubmitted. */
export function BulkCreateDialog({ onClose }: { onClose: () => void }) {
  const create = useCreateLinks();
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const [rows, setRows] = useState<readonly Row[]>([]);
  const addresses = parseAddresses(text);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (create.isPending) return;
    if (addresses.length === 0) return setError('Enter at least one URL.');
    if (addresses.length > MAX_LINKS_PER_REQUEST) {
      const over = addresses.length - MAX_LINKS_PER_REQUEST;
      return setError(
        `Enter up to ${formatCount(MAX_LINKS_PER_REQUEST)} URLs at a time. Remove ${plural(over, 'line')}.`,
      );
    }
    setError(undefined);
    try {
      const results = await create.mutateAsync(addresses);
      const next = results.map((result) => ({ ...result, address: addresses[result.index] ?? '' }));
      setRows(next);
      setText(next.flatMap((row) => (row.error ? [row.address] : [])).join('\n'));
    } catch (failure) {
      setError(messageOf(failure));
    }
  }

  const created = rows.flatMap(({ link }) => (link ? [link.shortUrl] : []));
  return (
    <Dialog open place="side" width={640} onClose={() => !create.isPending && onClose()} title="Create links in bulk">
      <form className="grid gap-4" noValidate onSubmit={submit}>
        <Field
          label="Destinations"
          error={error}
          hint={`One URL per line, up to ${formatCount(MAX_LINKS_PER_REQUEST)}. ${plural(addresses.length, 'URL')} so far.`}
        >
          {(control) => (
            <Textarea
              {...control}
              className="ui-mono"
              autoFocus
              rows={8}
              spellCheck={false}
              placeholder={'https://example.com/a\nhttps://example.com/b'}
              value={text}
              onChange={(event) => {
                setText(event.target.value);
                setError(undefined);
              }}
            />
          )}
        </Field>
        <div className="flex justify-end">
          <Button type="submit" tone="primary" busy={create.isPending}>
            Create links
          </Button>
        </div>
      </form>
      {rows.length > 0 && (
        <section className="mt-4 grid gap-2" aria-label="Results">
          <p className="flex items-center gap-2" role="status">
            {plural(created.length, 'link')} created
            {created.length < rows.length && `, ${formatCount(rows.length - created.length)} failed`}
            {created.length > 0 && <CopyButton text={created.join('\n')} what="all short links" />}
          </p>
          <ol className="ui-panel">
            {rows.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: several lines may have the same URL
              <Result key={at} row={row} />
            ))}
          </ol>
        </section>
      )}
    </Dialog>
  );
}

function Result({ row: { address, link, error } }: { row: Row }) {
  const [field] = error?.errors ?? [];
  return (
    <li className="ui-row min-w-0 first:border-t-0">
      <span className="grid min-w-0 flex-1">
        {link && <b className="ui-truncate ui-mono">{link.shortUrl.replace(/^https?:\/\//, '')}</b>}
        <span className="ui-small ui-muted ui-truncate">{address}</span>
        {error && <span className="ui-hint ui-error">{field?.message ?? error.message}</span>}
      </span>
      {link && <CopyButton size="sm" text={link.shortUrl} what={`/${link.alias}`} />}
    </li>
  );
}

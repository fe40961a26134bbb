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

/** The addresses of a text, one per line; empty lines are skipped. */
export function addressesOf(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => withScheme(line))
    .filter(Boolean);
}

/** Makes a link of each line. Lines that fail stay in the field, so that they can be corrected and sent again. */
export function ListDialog({ onClose }: { onClose: () => void }) {
  const create = useCreateLinks();
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string>();
  const [rows, setRows] = useState<readonly Row[]>([]);
  const addresses = addressesOf(text);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (create.isPending) return;
    if (addresses.length === 0) return setFault('Enter at least one address.');
    if (addresses.length > MAX_LINKS_PER_REQUEST) {
      const over = addresses.length - MAX_LINKS_PER_REQUEST;
      return setFault(
        `At most ${formatCount(MAX_LINKS_PER_REQUEST)} addresses at once. Remove ${plural(over, 'line')}.`,
      );
    }
    setFault(undefined);
    try {
      const results = await create.mutateAsync(addresses);
      const next = results.map(({ index, link, error }) => ({ address: addresses[index] ?? '', link, error }));
      setRows(next);
      setText(next.flatMap(({ address, error }) => (error ? [address] : [])).join('\n'));
    } catch (error) {
      setFault(messageOf(error));
    }
  }

  const made = rows.flatMap(({ link }) => (link ? [link.shortUrl] : []));
  return (
    <Dialog open place="side" width={640} onClose={() => !create.isPending && onClose()} title="Shorten a list">
      <form className="grid gap-4" noValidate onSubmit={submit}>
        <Field
          label="Addresses"
          error={fault}
          hint={`One per line, up to ${formatCount(MAX_LINKS_PER_REQUEST)}. ${plural(addresses.length, 'address', 'addresses')} so far.`}
        >
          {(control) => (
            <Textarea
              {...control}
              className="mono"
              autoFocus
              rows={8}
              spellCheck={false}
              placeholder={'https://example.com/a\nhttps://example.com/b'}
              value={text}
              onChange={(event) => {
                setText(event.target.value);
                setFault(undefined);
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
            {plural(made.length, 'link')} created
            {made.length < rows.length && `, ${plural(rows.length - made.length, 'address', 'addresses')} failed`}
            {made.length > 0 && <CopyButton text={made.join('\n')} what="all short links" />}
          </p>
          <ol className="panel">
            {rows.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same address may stand in several lines
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
    <li className="row min-w-0 first:border-t-0">
      <span className="grid min-w-0 flex-1">
        {link && <b className="cut mono">{link.shortUrl.replace(/^https?:\/\//, '')}</b>}
        <span className="small muted cut">{address}</span>
        {error && <span className="hint fault">{field?.message ?? error.message}</span>}
      </span>
      {link && <CopyButton size="sm" text={link.shortUrl} what={`/${link.alias}`} />}
    </li>
  );
}

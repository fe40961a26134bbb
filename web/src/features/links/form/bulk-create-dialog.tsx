import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { domains } from '@/entities/domain/domain.queries';
import { storeLastDomain, useLastDomain } from '@/entities/domain/last-domain';
import { useNewLinkDomain } from '@/entities/domain/new-link-domain';
import { MAX_LINKS_PER_REQUEST } from '@/entities/link/bulk-links';
import { type CreateResult, useCreateLinks } from '@/entities/link/create-links';
import { shortLinkText, withScheme } from '@/entities/link/destination';
import { FormSummary } from '@/shared/forms/form-summary';
import { useAppForm } from '@/shared/forms/use-app-form';
import { formatCount, plural } from '@/shared/lib/format';
import { Button } from '@/shared/ui/button';
import { CopyButton } from '@/shared/ui/copy-button';
import { Dialog } from '@/shared/ui/dialog';
import { Field, Textarea } from '@/shared/ui/field';
import { Select } from '@/shared/ui/select';

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

/** Why the addresses in a text cannot be submitted; null if they can. */
function problemOf(text: string): string | null {
  const count = parseAddresses(text).length;
  if (count === 0) return 'Enter at least one URL.';
  if (count <= MAX_LINKS_PER_REQUEST) return null;
  const over = plural(count - MAX_LINKS_PER_REQUEST, 'line');
  return `Enter up to ${formatCount(MAX_LINKS_PER_REQUEST)} URLs at a time. Remove ${over}.`;
}

const schema = z.object({
  text: z.string().check(
    z.refine((text) => problemOf(text) === null, {
      error: ({ input }) => problemOf(String(input)) ?? undefined,
    }),
  ),
});

/** Creates a link for each line. Failed lines stay in the input, so that they can be corrected and resubmitted. */
export function BulkCreateDialog({ onClose }: { onClose: () => void }) {
  const create = useCreateLinks();
  const { data: known = [] } = useQuery(domains());
  const last = useLastDomain();
  const preset = useNewLinkDomain();
  const [chosen, setChosen] = useState<string>();
  const domain = chosen ?? last;
  const [rows, setRows] = useState<readonly Row[]>([]);
  const form = useAppForm({
    schema,
    defaultValues: { text: '' },
    onSubmit: async ({ text }) => {
      const addresses = parseAddresses(text);
      const results = await create.mutateAsync({ urls: addresses, domain });
      storeLastDomain(domain, preset);
      return results.map((result): Row => ({ ...result, address: addresses[result.index] ?? '' }));
    },
    onSuccess: (next) => {
      setRows(next);
      form.reset({ text: next.flatMap((row) => (row.error ? [row.address] : [])).join('\n') });
    },
  });
  const count = parseAddresses(useWatch({ control: form.control, name: 'text' })).length;

  const created = rows.flatMap(({ link }) => (link ? [link.shortUrl] : []));
  return (
    <Dialog open form={form} place="side" width={640} onClose={onClose} title="Create links in bulk">
      <form className="grid gap-4" noValidate onSubmit={form.submit}>
        <Field
          label="Destinations"
          error={form.errorOf('text')}
          hint={`One URL per line, up to ${formatCount(MAX_LINKS_PER_REQUEST)}. ${plural(count, 'URL')} so far.`}
        >
          {(control) => (
            <Textarea
              {...control}
              className="ui-mono"
              autoFocus
              rows={8}
              spellCheck={false}
              placeholder={'https://example.com/a\nhttps://example.com/b'}
              {...form.register('text')}
            />
          )}
        </Field>
        {known.length > 1 && (
          <Field label="Domain">
            {(control) => (
              <Select
                {...control}
                value={domain || (preset?.host ?? '')}
                options={known.map(({ host, unicodeHost }) => ({ value: host, label: unicodeHost }))}
                onChange={setChosen}
              />
            )}
          </Field>
        )}
        <FormSummary messages={form.summary} />
        <div className="flex justify-end">
          <Button type="submit" tone="primary" busy={form.isPending}>
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
        {link && <b className="ui-truncate ui-mono">{shortLinkText(link)}</b>}
        <span className="ui-small ui-muted ui-truncate">{address}</span>
        {error && <span className="ui-hint ui-error">{field?.message ?? error.message}</span>}
      </span>
      {link && <CopyButton size="sm" text={link.shortUrl} what={shortLinkText(link)} />}
    </li>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller, FormProvider, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { domains } from '@/entities/domain/domain.queries';
import { storeLastDomain, useLastDomain } from '@/entities/domain/last-domain';
import { useNewLinkDomain } from '@/entities/domain/new-link-domain';
import { TagField } from '@/entities/label/ui/tag-field';
import { MAX_LINKS_PER_REQUEST } from '@/entities/link/bulk-links';
import { useCreateLinks } from '@/entities/link/create-links';
import { withScheme } from '@/entities/link/destination';
import type { Link } from '@/entities/link/link.types';
import { LINK_FIELDS } from '@/entities/link/link-fields';
import { useEntryZone } from '@/entities/workspace/use-workspace-zone';
import { FormSummary } from '@/shared/forms/form-summary';
import { useAppForm } from '@/shared/forms/use-app-form';
import { t } from '@/shared/i18n/t';
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { Field, Textarea } from '@/shared/ui/field';
import { Select } from '@/shared/ui/select';
import { BulkResults, type ResultRow } from './bulk-results';
import { FolderField } from './folder-field';
import { emptyForm, linkFormShape, toCreate } from './link-form.schema';
import { useSections } from './section';
import { UtmSection } from './utm-section';
import './link-fields.css';

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
  if (count === 0) return t('Enter at least one URL.');
  if (count <= MAX_LINKS_PER_REQUEST) return null;
  const over = t('{count, plural, one {# line} other {# lines}}', { count: count - MAX_LINKS_PER_REQUEST });
  return t('Enter up to {max} URLs at a time. Remove {over}.', { max: MAX_LINKS_PER_REQUEST, over });
}

const { url, domain, folderId, tags, utm } = linkFormShape.shape;

/** The addresses, and the fields of the link form that all links have in common. `url` is empty: each link has its own. */
const schema = z.object({
  text: z.string().check(
    z.refine((text) => problemOf(text) === null, {
      error: ({ input }) => problemOf(String(input)) ?? undefined,
    }),
  ),
  url,
  domain,
  folderId,
  tags,
  utm,
});

type BulkForm = z.output<typeof schema>;

interface Props {
  onClose: () => void;
  /** Selects the created links in the list. */
  onSelect: (links: readonly Link[]) => void;
}

/** Creates a link for each line. Failed lines stay in the input, so that they can be corrected and resubmitted. */
export function BulkCreateDialog({ onClose, onSelect }: Props) {
  const create = useCreateLinks();
  const zone = useEntryZone();
  const preset = useNewLinkDomain();
  const last = useLastDomain();
  const sections = useSections([]);
  const [rows, setRows] = useState<readonly ResultRow[]>([]);
  const form = useAppForm({
    schema,
    defaultValues: { ...pick(emptyForm()), text: '' },
    onSubmit: async ({ text, ...values }) => {
      const common = { ...values, domain: values.domain || last };
      const addresses = parseAddresses(text);
      const links = addresses.map((address) => toCreate({ ...emptyForm(), ...common, url: address }, zone));
      const results = await create.mutateAsync(links);
      storeLastDomain(common.domain, preset);
      return results.map((result): ResultRow => ({ ...result, address: addresses[result.index] ?? '' }));
    },
    onSuccess: (next, { text: _, ...common }) => {
      setRows(next);
      form.reset({ ...common, text: next.flatMap((row) => (row.error ? [row.address] : [])).join('\n') });
    },
  });
  const count = parseAddresses(useWatch({ control: form.control, name: 'text' })).length;

  return (
    <Dialog open form={form} place="side" width={640} onClose={onClose} title={t('Create links in bulk')}>
      <FormProvider {...form.methods}>
        <form className="grid gap-4" noValidate onSubmit={form.submit}>
          <Field
            label={t('Destinations')}
            error={form.errorOf('text')}
            hint={t('One URL per line, up to {max}. {count, plural, one {# URL} other {# URLs}} so far.', {
              max: MAX_LINKS_PER_REQUEST,
              count,
            })}
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
          <DomainField last={last} />
          <Field label={LINK_FIELDS.tags.label}>
            {(control) => (
              <Controller<BulkForm, 'tags'>
                name="tags"
                render={({ field }) => (
                  <TagField
                    {...control}
                    placeholder={t('spring, print')}
                    value={field.value}
                    onChange={field.onChange}
                  />
                )}
              />
            )}
          </Field>
          <FolderField />
          <div className="link-form-section">
            <UtmSection sections={sections} />
          </div>
          <FormSummary messages={form.summary} />
          <div className="flex justify-end">
            <Button type="submit" tone="primary" busy={form.isPending}>
              {t('Create links')}
            </Button>
          </div>
        </form>
      </FormProvider>
      {rows.length > 0 && (
        <BulkResults
          rows={rows}
          onSelect={(links) => {
            onSelect(links);
            onClose();
          }}
        />
      )}
    </Dialog>
  );
}

const pick = ({ url, domain, folderId, tags, utm }: BulkForm | ReturnType<typeof emptyForm>) => ({
  url,
  domain,
  folderId,
  tags,
  utm,
});

/** The domain of the new links, where there are several: at first that of the last new link, else the workspace's. */
function DomainField({ last }: { last: string }) {
  const { data: known = [] } = useQuery(domains());
  const preset = useNewLinkDomain();
  if (known.length < 2) return null;
  return (
    <Controller<BulkForm, 'domain'>
      name="domain"
      render={({ field }) => (
        <Field label={t('Domain')}>
          {(control) => (
            <Select
              {...control}
              value={field.value || last || (preset?.host ?? '')}
              options={known.map(({ host, unicodeHost }) => ({ value: host, label: unicodeHost }))}
              onChange={field.onChange}
            />
          )}
        </Field>
      )}
    />
  );
}

import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import * as z from 'zod/mini';
import { bioPageDetail } from '@/entities/bio-page/bio-page.queries';
import type { BioPage, CreateBioPage } from '@/entities/bio-page/bio-page.types';
import { useCreateBioPage } from '@/entities/bio-page/bio-page-mutations';
import { domains } from '@/entities/domain/domain.queries';
import { useNewLinkDomain } from '@/entities/domain/new-link-domain';
import { isLimitReached } from '@/shared/api/errors';
import { FormDialog } from '@/shared/forms/form-dialog';
import { useAppForm } from '@/shared/forms/use-app-form';
import { Field, Input } from '@/shared/ui/field';
import { PanelError } from '@/shared/ui/panel-error';
import { Select } from '@/shared/ui/select';
import { Skeleton } from '@/shared/ui/skeleton';
import { PlansLink } from '@/widgets/plans/plans-link';
import { handleSchema } from '../handle.schema';
import { HandleInput } from '../handle-input';
import { copyOf } from './copy-of';
import { type Start, StartPicker } from './start-picker';
import { TEMPLATES } from './templates';
import './create-page-dialog.css';

const MAX_TITLE = 100;

const schema = z.object({
  title: z.string().check(
    z.refine((title) => title.trim() !== '', { error: 'Enter a title.' }),
    z.maxLength(MAX_TITLE, { error: `Enter at most ${MAX_TITLE} characters.` }),
  ),
  handle: handleSchema,
  /** The host; empty for the domain of new links. */
  domain: z.string(),
});

/** Suggests a handle for a title: "Oat Street Café" → "oat-street-cafe". */
function handleFor(title: string): string {
  return title
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40);
}

/** The content of a new page. */
function contentOf(start: Start, source?: BioPage): Partial<CreateBioPage> {
  if (start.kind === 'page' && source) return copyOf(source);
  if (start.kind === 'export' && start.converted) {
    const { description, blocks } = start.converted;
    return { description, blocks };
  }
  const template = TEMPLATES.find(({ id }) => id === start.template);
  return { theme: template?.theme, blocks: template?.blocks() };
}

interface Props {
  /** The id of a page whose content is copied. */
  from?: string;
  onClose: () => void;
}

/** Creates a page from a template, from another page or from an export, and opens its editor. */
export function CreatePageDialog({ from, onClose }: Props) {
  const navigate = useNavigate();
  const [start, setStart] = useState<Start>({
    kind: from === undefined ? 'template' : 'page',
    template: TEMPLATES[0]?.id ?? '',
    pageId: from ?? '',
    converted: null,
  });
  const source = useQuery({ ...bioPageDetail(start.pageId), enabled: start.kind === 'page' && start.pageId !== '' });
  const ready = start.kind === 'template' || (start.kind === 'page' ? source.data : start.converted) != null;
  const { data: hosts = [] } = useQuery(domains());
  const create = useCreateBioPage();

  const form = useAppForm({
    schema,
    defaultValues: { title: '', handle: '', domain: '' },
    onSubmit: ({ title, handle, domain }) => {
      const address = { handle: handle.trim().replace(/^@/, ''), ...(domain && { domain }) };
      return create.mutateAsync({ ...address, title: title.trim(), ...contentOf(start, source.data) });
    },
    onSuccess: ({ id }) => navigate({ to: '/dashboard/bio-pages/$pageId', params: { pageId: id } }),
  });
  const { field: domain } = useController({ control: form.control, name: 'domain' });
  const preset = useNewLinkDomain();
  const host = hosts.find((one) => one.host === domain.value) ?? preset;

  function onTitle(title: string) {
    const { dirtyFields } = form.methods.formState;
    if (!dirtyFields.handle) form.methods.resetField('handle', { defaultValue: handleFor(title) });
  }

  /** Suggests the title and the handle of an export. */
  function onStart(next: Start) {
    setStart(next);
    const { converted } = next;
    const { dirtyFields } = form.methods.formState;
    if (!converted || converted === start.converted) return;
    if (!dirtyFields.title) form.methods.resetField('title', { defaultValue: converted.title ?? '' });
    const handle = handleFor(converted.handle ?? converted.title ?? '');
    if (!dirtyFields.handle) form.methods.resetField('handle', { defaultValue: handle });
  }

  return (
    <FormDialog
      form={form}
      onClose={onClose}
      width={680}
      title={from ? 'Duplicate page' : 'New bio page'}
      action="Create page"
      disabled={!ready}
      help={isLimitReached(form.mutation.error) && <PlansLink />}
    >
      <div className="bio-create">
        <Field
          label="Title"
          error={form.errorOf('title')}
          hint="Your name or that of your brand. It is the heading of the page."
        >
          {(control) => (
            <Input
              {...control}
              {...form.register('title', { onChange: (event) => onTitle(event.target.value) })}
              autoFocus
              autoComplete="off"
              maxLength={MAX_TITLE}
            />
          )}
        </Field>
        {hosts.length > 1 && (
          <Field label="Domain" error={form.errorOf('domain')}>
            {(control) => (
              <Select
                {...control}
                value={host?.host ?? ''}
                options={hosts.map((one) => ({ value: one.host, label: one.unicodeHost }))}
                onChange={domain.onChange}
              />
            )}
          </Field>
        )}
        <Field label="Handle" error={form.errorOf('handle')} hint="The end of the page’s address.">
          {(control) => (
            <HandleInput
              {...control}
              {...form.register('handle')}
              domain={host?.unicodeHost ?? location.host}
              prefixed={host?.isDefault ?? true}
            />
          )}
        </Field>
        {from === undefined ? (
          <StartPicker value={start} onChange={onStart} />
        ) : source.error && !source.data ? (
          <PanelError error={source.error} onRetry={source.refetch} />
        ) : source.data ? (
          <p className="ui-muted">Theme and blocks are copied from {source.data.title}. The copy is not published.</p>
        ) : (
          <Skeleton height={20} />
        )}
      </div>
    </FormDialog>
  );
}

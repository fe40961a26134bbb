import { useQueryClient } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { followJob } from '@/entities/job/job.queries';
import { tagChoices } from '@/entities/label/tag-choices';
import { folderOptions, NEW_FOLDER, NO_FOLDER } from '@/entities/label/ui/folder-options';
import { LabelPicker } from '@/entities/label/ui/label-picker';
import { useLabelsById } from '@/entities/label/use-labels-by-id';
import { withScheme } from '@/entities/link/destination';
import type { LinkListParams } from '@/entities/link/link.queries';
import { LINK_FIELDS } from '@/entities/link/link-fields';
import { changeMatchingLinks, deleteMatchingLinks, type LinkChanges } from '@/entities/link/matching-links';
import { useEntryZone } from '@/entities/workspace/use-workspace-zone';
import { FormDialog } from '@/shared/forms/form-dialog';
import { useAppForm } from '@/shared/forms/use-app-form';
import { t } from '@/shared/i18n/t';
import { formatTotal } from '@/shared/lib/format';
import { fromLocalInput } from '@/shared/lib/local-time';
import { ComboButton } from '@/shared/ui/combobox';
import { Field, Input, UrlInput } from '@/shared/ui/field';
import { Select } from '@/shared/ui/select';
import { toast } from '@/shared/ui/toast';

interface Props {
  /** The list whose links are changed. */
  params: LinkListParams;
  total: number;
  /** There are more links than `total`. */
  isMinimum: boolean;
  onClose: () => void;
}

const ACTIONS = [
  { value: 'tag', label: t('Add a tag') },
  { value: 'untag', label: t('Remove a tag') },
  { value: 'move', label: t('Move to a folder') },
  { value: 'end', label: t('Change the end date') },
  { value: 'url', label: t('Change the destination') },
  { value: 'archive', label: t('Archive') },
  { value: 'unarchive', label: t('Unarchive') },
  { value: 'delete', label: t('Delete') },
] as const;

type Action = (typeof ACTIONS)[number]['value'];

const schema = z
  .object({
    action: z.enum(ACTIONS.map(({ value }) => value)),
    tag: z.string().check(z.trim()),
    folder: z.string(),
    end: z.string(),
    url: z.string().check(z.trim()),
    confirmation: z.string().check(z.trim()),
  })
  .check(
    z.refine(({ action, tag }) => (action !== 'tag' && action !== 'untag') || tag !== '', {
      path: ['tag'],
      error: t('Choose a tag.'),
    }),
    z.refine(({ action, url }) => action !== 'url' || url !== '', {
      path: ['url'],
      error: t('Enter a destination URL.'),
    }),
    z.refine(({ action, confirmation }) => action !== 'delete' || confirmation.toLowerCase() === 'delete', {
      path: ['confirmation'],
      error: t('Type “delete” to confirm.'),
    }),
  );

type Values = z.infer<typeof schema>;

/** The changes of an action other than the deletion. */
function changesOf({ action, tag, folder, end, url }: Values, zone: string): LinkChanges {
  const changes: Record<Exclude<Action, 'delete'>, LinkChanges> = {
    tag: { addTags: [tag] },
    untag: { removeTags: [tag] },
    move: { folderId: folder === NO_FOLDER ? null : folder },
    end: { expiresAt: fromLocalInput(end, zone) ?? null },
    url: { url: withScheme(url) },
    archive: { status: 'archived' },
    unarchive: { status: 'active' },
  };
  return action === 'delete' ? {} : changes[action];
}

/** Changes or deletes all links of a list as a job, however many they are. */
export function ChangeMatchingDialog({ params, total, isMinimum, onClose }: Props) {
  const queries = useQueryClient();
  const zone = useEntryZone();
  const values = { count: total, total: formatTotal(total, isMinimum) };
  const form = useAppForm({
    schema,
    defaultValues: { action: 'tag', tag: '', folder: NO_FOLDER, end: '', url: '', confirmation: '' } as Values,
    onSubmit: (values) =>
      values.action === 'delete' ? deleteMatchingLinks(params) : changeMatchingLinks(params, changesOf(values, zone)),
    onSuccess: (job) => {
      followJob(queries, job.id);
      toast({
        title: t('{count, plural, one {{total} link} other {{total} links}} are being changed', values),
        text: t('You can leave this page.'),
      });
      onClose();
    },
  });
  const action = useWatch({ control: form.control, name: 'action' });
  const folder = useWatch({ control: form.control, name: 'folder' });
  const tag = useWatch({ control: form.control, name: 'tag' });
  const { setValue } = form.methods;

  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t('Change all {count, plural, one {{total} link} other {{total} links}}', values)}
      description={t(
        'Changes every link that the list finds, on all pages. It runs in the background, and you can undo it for 7 days.',
      )}
      action={action === 'delete' ? t('Delete links') : t('Change links')}
      tone={action === 'delete' ? 'danger' : 'primary'}
      width={480}
    >
      <Field label={t('Change')}>
        {(control) => (
          <Select {...control} value={action} options={ACTIONS} onChange={(next) => setValue('action', next)} />
        )}
      </Field>
      {(action === 'tag' || action === 'untag') && (
        <TagField
          value={tag}
          error={form.errorOf('tag')}
          creatable={action === 'tag'}
          onChange={(name) => setValue('tag', name, { shouldDirty: true, shouldValidate: true })}
        />
      )}
      {action === 'move' && (
        <FolderField value={folder} onChange={(id) => setValue('folder', id, { shouldDirty: true })} />
      )}
      {action === 'end' && (
        <Field
          label={LINK_FIELDS.expiresAt.label}
          hint={t('In {zone}. Leave it empty to remove the end date.', { zone })}
        >
          {(control) => <Input {...control} type="datetime-local" {...form.register('end')} />}
        </Field>
      )}
      {action === 'url' && (
        <Field label={LINK_FIELDS.url.label} error={form.errorOf('url')}>
          {(control) => <UrlInput {...control} placeholder="https://" {...form.register('url')} />}
        </Field>
      )}
      {action === 'delete' && (
        <Field
          label={t('Type “delete” to confirm')}
          hint={t('Visitors will see a “gone” page. The aliases stay reserved.')}
          error={form.errorOf('confirmation')}
        >
          {(control) => <Input {...control} autoComplete="off" {...form.register('confirmation')} />}
        </Field>
      )}
    </FormDialog>
  );
}

interface TagFieldProps {
  value: string;
  error: string | undefined;
  /** A new tag can be chosen. */
  creatable: boolean;
  onChange: (name: string) => void;
}

function TagField({ value, error, creatable, onChange }: TagFieldProps) {
  return (
    <Field label={t('Tag')} error={error}>
      {(control) => (
        <LabelPicker
          kind="tags"
          title={t('Tag')}
          align="start"
          trigger={
            <ComboButton {...control} empty={!value}>
              {value || t('Choose a tag')}
            </ComboButton>
          }
          options={(found) =>
            creatable
              ? tagChoices(found, found.text)
              : found.labels.map(({ name, links }) => ({ value: name, label: name, count: links }))
          }
          onChoose={onChange}
        />
      )}
    </Field>
  );
}

function FolderField({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const folder = useLabelsById('folders', value === NO_FOLDER ? [] : [value]).get(value);
  return (
    <Field label={t('Folder')}>
      {(control) => (
        <LabelPicker
          kind="folders"
          title={t('Folder')}
          align="start"
          trigger={<ComboButton {...control}>{value === NO_FOLDER ? t('No folder') : folder?.name}</ComboButton>}
          options={(found) => folderOptions(found).filter((option) => option.value !== NEW_FOLDER)}
          onChoose={onChange}
        />
      )}
    </Field>
  );
}

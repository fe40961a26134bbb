import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { FormProvider, useWatch } from 'react-hook-form';
import { folderDenied, useLabelsById } from '@/entities/label/use-labels-by-id';
import { linkDetail, linkKeys } from '@/entities/link/link.queries';
import type { Link } from '@/entities/link/link.types';
import { useLinkName } from '@/entities/link/link-name';
import { useUpdateLink } from '@/entities/link/update-link';
import { useEntryZone } from '@/entities/workspace/use-workspace-zone';
import { currentWorkspace } from '@/entities/workspace/workspace.queries';
import { useAppForm } from '@/shared/forms/use-app-form';
import { t } from '@/shared/i18n/t';
import { Trans } from '@/shared/i18n/trans';
import { showKeys } from '@/shared/lib/shortcuts';
import { Button } from '@/shared/ui/button';
import { Dialog, DialogClose } from '@/shared/ui/dialog';
import { Kbd } from '@/shared/ui/kbd';
import { PanelError } from '@/shared/ui/panel-error';
import { Skeleton } from '@/shared/ui/skeleton';
import { toast } from '@/shared/ui/toast';
import { missingInput, updateInput } from '../simulate/simulation-input';
import { Simulator } from '../simulate/simulator';
import { LinkDialogBody } from './link-dialog-body';
import { LinkFields } from './link-fields';
import { type LinkForm, linkForm, toForm, toUpdate } from './link-form.schema';
import { useSections } from './section';
import { applyServerErrors, type SubmitError, validateNested } from './server-errors';

interface Props {
  linkId: string;
  onClose: () => void;
}

/** Edits an existing link. For a link in a read-only folder it shows the reason instead of the form. */
export function EditLinkDialog({ linkId, onClose }: Props) {
  const detail = useQuery(linkDetail(linkId));
  const nameOf = useLinkName();
  const { isPending } = useQuery(currentWorkspace());
  const zone = useEntryZone();
  const folderId = detail.data?.folderId;
  const folders = useLabelsById('folders', folderId ? [folderId] : []);
  const denied = folderId ? folderDenied(folders.get(folderId)) : undefined;
  // Without the folder, the form opens and the server decides.
  // Form times are wall times in the workspace's zone, so the zone must be loaded first.
  const link = !denied && !folders.isPending && !isPending ? detail.data : undefined;
  return (
    <Dialog
      open
      bare
      place="side"
      width={740}
      onClose={onClose}
      title={detail.data ? t('Edit {name}', { name: nameOf(detail.data) }) : t('Edit link')}
    >
      {link ? (
        <EditForm key={linkId} link={link} zone={zone} onClose={onClose} />
      ) : (
        <div className="ui-body">
          {denied ? (
            <p className="ui-notice ui-accent" role="alert">
              {denied}
            </p>
          ) : detail.isError ? (
            <PanelError error={detail.error} onRetry={() => detail.refetch()} />
          ) : (
            <Skeleton height={240} />
          )}
        </div>
      )}
    </Dialog>
  );
}

function EditForm({ link, zone, onClose }: { link: Link; zone: string; onClose: () => void }) {
  // The link when the dialog opened. Live updates of `link` must not change what the form is compared with.
  const [base, setBase] = useState(link);
  const change = useUpdateLink();
  const nameOf = useLinkName();
  const queries = useQueryClient();
  const sections = useSections([...(base.rules.length > 0 ? ['rules'] : []), ...(base.split ? ['split'] : [])]);
  const [error, setError] = useState<SubmitError | null>(null);
  /** The version that the request must replace; undefined replaces any. */
  const version = useRef<number | undefined>(base.version);
  const form = useAppForm({
    schema: linkForm,
    defaultValues: toForm(base, zone),
    validate: (methods) => {
      setError(null);
      return !validateNested(methods, sections.open);
    },
    onSubmit: async (values) => {
      const update = toUpdate(values, toForm(base, zone), zone);
      if (Object.keys(update).length === 0) return null;
      return change.mutateAsync({ id: link.id, change: update, version: version.current });
    },
    onSuccess: (saved) => {
      if (saved) toast({ title: t('{name} saved', { name: nameOf(saved) }) });
      onClose();
    },
    onError: (failure, methods) => setError(applyServerErrors(failure, methods, sections.open)),
  });

  function save() {
    version.current = base.version;
    return form.submit();
  }

  function overwrite() {
    version.current = undefined;
    return form.submit();
  }

  async function reload() {
    await queries.invalidateQueries({ queryKey: linkKeys.detail(link.id) });
    const fresh = await queries.fetchQuery(linkDetail(link.id));
    setBase(fresh);
    form.reset(toForm(fresh, zone));
    setError(null);
  }

  return (
    <FormProvider {...form.methods}>
      <LinkDialogBody
        host={base.domain}
        error={error}
        rail={<UpdateSimulator link={base} zone={zone} />}
        conflict={<ConflictNotice onReload={reload} onOverwrite={overwrite} />}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
        footer={
          <>
            <DialogClose disabled={form.isPending}>{t('Cancel')}</DialogClose>
            <Button type="submit" tone="primary" busy={form.isPending}>
              {t('Save changes')} <Kbd keys={showKeys('mod+↵')} />
            </Button>
          </>
        }
      >
        <LinkFields host={base.domain} sections={sections} own={base.alias} hasPassword={base.hasPassword} />
      </LinkDialogBody>
    </FormProvider>
  );
}

/** Simulates a visit to the link with its unsaved changes. */
function UpdateSimulator({ link, zone }: { link: Link; zone: string }) {
  const form = useWatch<LinkForm>() as LinkForm;
  const [before] = useState(() => toForm(link, zone));
  return <Simulator input={updateInput(link, form, before, zone)} missing={missingInput(form)} />;
}

/** Shown when the link was saved elsewhere after the form was opened. */
function ConflictNotice({ onReload, onOverwrite }: { onReload: () => void; onOverwrite: () => void }) {
  return (
    <div className="ui-notice ui-accent link-form-conflict" role="alert">
      <p>
        <Trans
          text="<b>This link was changed elsewhere.</b> Reload to see the new version, or overwrite it with yours."
          tags={{ b: (children) => <b>{children}</b> }}
        />
      </p>
      <span className="flex gap-2">
        <Button size="sm" onClick={onReload}>
          {t('Reload and discard my changes')}
        </Button>
        <Button size="sm" onClick={onOverwrite}>
          {t('Overwrite')}
        </Button>
      </span>
    </div>
  );
}

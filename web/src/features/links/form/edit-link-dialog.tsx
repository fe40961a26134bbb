import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { linkDetail, linkKeys } from '@/entities/link/link.queries';
import type { Link } from '@/entities/link/link.types';
import { useUpdateLink } from '@/entities/link/update-link';
import { useEntryZone } from '@/entities/workspace/use-workspace-zone';
import { currentWorkspace } from '@/entities/workspace/workspace.queries';
import { showKeys } from '@/shared/lib/shortcuts';
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { Kbd } from '@/shared/ui/kbd';
import { PanelError } from '@/shared/ui/panel-error';
import { Skeleton } from '@/shared/ui/skeleton';
import { toast } from '@/shared/ui/toast';
import { changeTrial, missingForTrial } from '../simulate/simulation-input';
import { TestAs } from '../simulate/simulator';
import { StaleNotice } from './conflict-notice';
import { LinkDialogBody } from './link-dialog-body';
import { LinkFields } from './link-fields';
import { formOf, type LinkForm, linkForm, toUpdate } from './link-form.schema';
import { blameIncomplete, type FormFault, placeFaults } from './server-errors';
import { useSections } from './use-sections';
import './link-form.css';

interface Props {
  linkId: string;
  onClose: () => void;
}

/** Changes a link that exists. */
export function EditLinkDialog({ linkId, onClose }: Props) {
  const detail = useQuery(linkDetail(linkId));
  const { isPending } = useQuery(currentWorkspace());
  const zone = useEntryZone();
  // The form holds times as the zone's clocks show them: it waits until the zone is known.
  if (detail.data && !isPending) return <EditForm key={linkId} link={detail.data} zone={zone} onClose={onClose} />;
  return (
    <Dialog open place="side" width={740} onClose={onClose} title="Edit link">
      {detail.isError ? (
        <PanelError error={detail.error} onRetry={() => detail.refetch()} />
      ) : (
        <Skeleton height={240} />
      )}
    </Dialog>
  );
}

function EditForm({ link, zone, onClose }: { link: Link; zone: string; onClose: () => void }) {
  // The link as it was when the dialog opened: clicks that arrive meanwhile must not change what is compared.
  const [seen, setSeen] = useState(link);
  const form = useForm<LinkForm>({ resolver: zodResolver(linkForm), defaultValues: formOf(seen, zone) });
  const change = useUpdateLink();
  const queries = useQueryClient();
  const sections = useSections([...(seen.rules.length > 0 ? ['rules'] : []), ...(seen.split ? ['split'] : [])]);
  const [fault, setFault] = useState<FormFault | null>(null);

  async function save(values: LinkForm, version?: number) {
    setFault(null);
    if (blameIncomplete(form, sections.open)) return;
    const update = toUpdate(values, formOf(seen, zone), zone);
    if (Object.keys(update).length === 0) return onClose();
    try {
      const saved = await change.mutateAsync({ id: link.id, change: update, version });
      toast({ title: `/${saved.alias} saved` });
      onClose();
    } catch (error) {
      setFault(placeFaults(error, form, sections.open));
    }
  }

  async function takeTheirs() {
    await queries.invalidateQueries({ queryKey: linkKeys.detail(link.id) });
    const fresh = await queries.fetchQuery(linkDetail(link.id));
    setSeen(fresh);
    form.reset(formOf(fresh, zone));
    setFault(null);
  }

  return (
    <Dialog
      open
      bare
      place="side"
      width={740}
      onClose={() => !change.isPending && onClose()}
      title={`Edit /${seen.alias}`}
    >
      <FormProvider {...form}>
        <LinkDialogBody
          host={seen.domain}
          fault={fault}
          rail={<ChangeTrial link={seen} zone={zone} />}
          stale={<StaleNotice onReload={takeTheirs} onOverwrite={form.handleSubmit((values) => save(values))} />}
          onSubmit={form.handleSubmit((values) => save(values, seen.version))}
          footer={
            <>
              <Button onClick={onClose} disabled={change.isPending}>
                Cancel
              </Button>
              <Button type="submit" tone="primary" busy={change.isPending}>
                Save changes <Kbd keys={showKeys('mod+↵')} />
              </Button>
            </>
          }
        >
          <LinkFields host={seen.domain} sections={sections} own={seen.alias} hasPassword={seen.hasPassword} />
        </LinkDialogBody>
      </FormProvider>
    </Dialog>
  );
}

/** What the link would do with the changes that are not saved yet. */
function ChangeTrial({ link, zone }: { link: Link; zone: string }) {
  const form = useWatch<LinkForm>() as LinkForm;
  const [before] = useState(() => formOf(link, zone));
  return <TestAs trial={changeTrial(link, form, before, zone)} missing={missingForTrial(form)} />;
}

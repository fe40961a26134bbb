import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { type Control, FormProvider, useForm, useWatch } from 'react-hook-form';
import { useCreateLink } from '@/entities/link/create-link';
import { defaultHost } from '@/entities/link/hosts';
import type { Link } from '@/entities/link/link.types';
import { useEntryZone } from '@/entities/workspace/use-workspace-zone';
import { copyText } from '@/shared/lib/clipboard';
import { showKeys } from '@/shared/lib/shortcuts';
import { Button } from '@/shared/ui/button';
import { Switch } from '@/shared/ui/choice';
import { Dialog } from '@/shared/ui/dialog';
import { Kbd } from '@/shared/ui/kbd';
import { draftTrial, missingForTrial } from '../simulate/simulation-input';
import { TestAs } from '../simulate/simulator';
import { LinkMade } from './link-created';
import { LinkDialogBody } from './link-dialog-body';
import { dropDraft, keepDraft, readDraft } from './link-draft';
import { LinkFields } from './link-fields';
import { emptyForm, isUntouched, type LinkForm, linkForm, toCreate } from './link-form.schema';
import { blameIncomplete, type FormFault, placeFaults } from './server-errors';
import { useSections } from './use-sections';
import './link-form.css';

interface Props {
  /** An address that was pasted somewhere; it starts the form. */
  draftUrl?: string;
  /** An alias that visitors have tried; it starts the form too. */
  draftAlias?: string;
  /** The settings of a link that is duplicated; they are no draft until something is typed. */
  copy?: LinkForm;
  onClose: () => void;
}

function startOf(url?: string, alias?: string): LinkForm {
  const draft = readDraft() ?? emptyForm();
  return { ...draft, ...(url ? { url } : {}), ...(alias ? { alias } : {}) };
}

/** Makes a link. What was typed outlives closing, reloading and failing; only making the link ends it. */
export function CreateLinkDialog({ draftUrl, draftAlias, copy, onClose }: Props) {
  const [start] = useState(() => copy ?? startOf(draftUrl, draftAlias));
  const form = useForm<LinkForm>({ resolver: zodResolver(linkForm), defaultValues: start, shouldFocusError: true });
  const create = useCreateLink();
  const zone = useEntryZone();
  const sections = useSections(start.utm.source ? ['utm'] : []);
  const [fault, setFault] = useState<FormFault | null>(null);
  const [another, setAnother] = useState(false);
  const [made, setMade] = useState<{ link: Link; copied: boolean } | null>(null);

  useEffect(() => {
    const typed = form.watch((values) => keepDraft(values as LinkForm));
    return () => typed.unsubscribe();
  }, [form]);

  const submit = form.handleSubmit(async (values) => {
    setFault(null);
    if (blameIncomplete(form, sections.open)) return;
    try {
      const link = await create.mutateAsync(toCreate(values, zone));
      setMade({ link, copied: await copyText(link.shortUrl) });
      form.reset(emptyForm());
      dropDraft();
      if (another) form.setFocus('url');
    } catch (error) {
      setFault(placeFaults(error, form, sections.open));
    }
  });

  function close() {
    if (create.isPending) return;
    // What was pasted to open the dialog was never typed.
    if (!copy) keepDraft(form.getValues());
    onClose();
  }

  function discard() {
    form.reset(emptyForm());
    dropDraft();
    setFault(null);
    form.setFocus('url');
  }

  const showMade = made !== null && !another;
  const host = useWatch({ control: form.control, name: 'domain' }) || defaultHost();
  return (
    <Dialog
      open
      bare
      place="side"
      width={740}
      onClose={close}
      title={showMade ? 'Link made' : copy ? 'Duplicate link' : 'New link'}
      headerEnd={!showMade && <DraftNote control={form.control} onDiscard={discard} />}
    >
      {showMade ? (
        <LinkMade {...made} onAgain={() => setMade(null)} onClose={onClose} />
      ) : (
        <FormProvider {...form}>
          <LinkDialogBody
            host={host}
            fault={fault}
            rail={<DraftTrial />}
            onSubmit={submit}
            footer={
              <>
                <span className="flex items-center gap-2">
                  <Switch
                    id="create-another"
                    checked={another}
                    onChange={(event) => setAnother(event.target.checked)}
                  />
                  <label htmlFor="create-another">Create another</label>
                </span>
                <Button type="submit" tone="primary" busy={create.isPending}>
                  Create link <Kbd keys={showKeys('mod+↵')} />
                </Button>
              </>
            }
          >
            {made && <LinkMade {...made} short />}
            <LinkFields host={host} sections={sections} />
          </LinkDialogBody>
        </FormProvider>
      )}
    </Dialog>
  );
}

function DraftNote({ control, onDiscard }: { control: Control<LinkForm>; onDiscard: () => void }) {
  const form = useWatch({ control });
  if (isUntouched(form as LinkForm)) return null;
  return (
    <span className="small draft">
      <span className="muted">Draft kept</span>{' '}
      <button type="button" className="more link" onClick={onDiscard}>
        Discard
      </button>
    </span>
  );
}

/** What the link that is being written would do. */
function DraftTrial() {
  const form = useWatch<LinkForm>() as LinkForm;
  return <TestAs trial={draftTrial(form, useEntryZone())} missing={missingForTrial(form)} />;
}

import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Control, FormProvider, useWatch } from 'react-hook-form';
import { domains } from '@/entities/domain/domain.queries';
import { lastDomain, storeLastDomain } from '@/entities/domain/last-domain';
import { useNewLinkDomain } from '@/entities/domain/new-link-domain';
import { useCreateLink } from '@/entities/link/create-link';
import { defaultHost } from '@/entities/link/hosts';
import type { Link } from '@/entities/link/link.types';
import { useEntryZone } from '@/entities/workspace/use-workspace-zone';
import { useAppForm } from '@/shared/forms/use-app-form';
import { t } from '@/shared/i18n/t';
import { copyText } from '@/shared/lib/clipboard';
import { showKeys } from '@/shared/lib/shortcuts';
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { Kbd } from '@/shared/ui/kbd';
import { SwitchField } from '@/shared/ui/switch';
import { draftInput, missingInput } from '../simulate/simulation-input';
import { Simulator } from '../simulate/simulator';
import { LinkCreated } from './link-created';
import { LinkDialogBody } from './link-dialog-body';
import { clearDraft, readDraft, saveDraft } from './link-draft';
import { LinkFields } from './link-fields';
import { emptyForm, isUntouched, type LinkForm, linkForm, toCreate } from './link-form.schema';
import { useSections } from './section';
import { applyServerErrors, type SubmitError, validateNested } from './server-errors';

interface Props {
  /** Initial destination, from a paste. */
  draftUrl?: string;
  /** Initial alias, from a missing link that visitors requested. */
  draftAlias?: string;
  /** Settings of the link being duplicated. They become a draft with the first edit. */
  copy?: LinkForm;
  onClose: () => void;
}

function initialForm(url?: string, alias?: string): LinkForm {
  const draft = readDraft() ?? { ...emptyForm(), domain: lastDomain() };
  return { ...draft, ...(url ? { url } : {}), ...(alias ? { alias } : {}) };
}

/** Creates a link. The draft survives closing, reloading and failed requests until the link is created. */
export function CreateLinkDialog({ draftUrl, draftAlias, copy, onClose }: Props) {
  const [initial] = useState(() => copy ?? initialForm(draftUrl, draftAlias));
  const create = useCreateLink();
  const zone = useEntryZone();
  const { data: known } = useQuery(domains());
  const preset = useNewLinkDomain();
  const sections = useSections(initial.utm.source ? ['utm'] : []);
  const [error, setError] = useState<SubmitError | null>(null);
  const [another, setAnother] = useState(false);
  const [created, setCreated] = useState<{ link: Link; copied: boolean } | null>(null);
  const form = useAppForm({
    schema: linkForm,
    defaultValues: initial,
    guard: false, // the draft is stored
    validate: (methods) => {
      setError(null);
      return !validateNested(methods, sections.open);
    },
    onSubmit: async (values) => {
      const domain = known?.find(({ host }) => host === values.domain);
      const link = await create.mutateAsync(toCreate(values, zone, domain?.redirectStatus));
      storeLastDomain(values.domain, preset);
      return { link, copied: await copyText(link.shortUrl) };
    },
    onSuccess: (result) => {
      setCreated(result);
      form.reset({ ...emptyForm(), domain: lastDomain() });
      clearDraft();
      if (another) methods.setFocus('url');
    },
    onError: (failure) => setError(applyServerErrors(failure, methods, sections.open)),
  });
  const { methods } = form;

  useEffect(
    () => methods.subscribe({ formState: { values: true }, callback: ({ values }) => saveDraft(values) }),
    [methods],
  );

  function close() {
    if (form.isPending) return;
    // A pasted destination opens the dialog without a form event, so it is not saved yet.
    if (!copy) saveDraft(methods.getValues());
    onClose();
  }

  function discard() {
    form.reset(emptyForm());
    clearDraft();
    setError(null);
    methods.setFocus('url');
  }

  const showCreated = created !== null && !another;
  const host = useWatch({ control: form.control, name: 'domain' }) || preset?.host || defaultHost();
  return (
    <Dialog
      open
      bare
      form={form}
      place="side"
      width={740}
      onClose={close}
      title={showCreated ? t('Link created') : copy ? t('Duplicate link') : t('New link')}
      headerEnd={!showCreated && <DraftNote control={form.control} onDiscard={discard} />}
    >
      {showCreated ? (
        <LinkCreated {...created} onAgain={() => setCreated(null)} onClose={onClose} />
      ) : (
        <FormProvider {...methods}>
          <LinkDialogBody
            host={host}
            error={error}
            rail={<DraftSimulator />}
            onSubmit={form.submit}
            footer={
              <>
                <SwitchField
                  label={t('Create another')}
                  checked={another}
                  onChange={(event) => setAnother(event.target.checked)}
                />
                <Button type="submit" tone="primary" busy={form.isPending}>
                  {t('Create link')} <Kbd keys={showKeys('mod+↵')} />
                </Button>
              </>
            }
          >
            {created && <LinkCreated {...created} short />}
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
    <span className="ui-small link-form-draft">
      <span className="ui-muted">{t('Draft saved')}</span>{' '}
      <button type="button" className="ui-more ui-link" onClick={onDiscard}>
        {t('Discard')}
      </button>
    </span>
  );
}

/** Simulates a visit to the unsaved link. */
function DraftSimulator() {
  const form = useWatch<LinkForm>() as LinkForm;
  return <Simulator input={draftInput(form, useEntryZone())} missing={missingInput(form)} />;
}

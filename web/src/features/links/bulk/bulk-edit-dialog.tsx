import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { FormProvider, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { withScheme } from '@/entities/link/destination';
import type { LinkBase, LinkSummary } from '@/entities/link/link.types';
import { LINK_FIELDS } from '@/entities/link/link-fields';
import { UTM_FIELDS, type UtmConventions, valueFault } from '@/entities/utm/utm';
import { utmConventions } from '@/entities/utm/utm-conventions.queries';
import { useAppForm } from '@/shared/forms/use-app-form';
import { t } from '@/shared/i18n/t';
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { Field, UrlInput } from '@/shared/ui/field';
import { PasswordInput } from '@/shared/ui/password-input';
import { type Skipped, useLinkActions } from '../actions/link-actions';
import { emptyForm, linkFormShape } from '../form/link-form.schema';
import { UtmField } from '../form/utm-field';
import '../form/utm.css';

/** The field that a dialog edits. */
export type BulkField = 'url' | 'utm' | 'password';

interface Props {
  field: BulkField;
  /** The selected links. */
  links: readonly LinkBase[];
  onClose: () => void;
  /** Called after the request, unless all links failed. */
  onDone: () => void;
  /** Opens the list of links that were not changed. */
  onView: (skipped: Skipped) => void;
}

const TITLES: Readonly<Record<BulkField, string>> = {
  url: LINK_FIELDS.url.label,
  utm: t('UTM parameters'),
  password: LINK_FIELDS.password.label,
};

const FORMS = { url: DestinationForm, utm: UtmForm, password: PasswordForm };

/** Edits one field of all selected links. */
export function BulkEditDialog({ field, links, onClose, onDone, onView }: Props) {
  const [busy, setBusy] = useState(false);
  const actions = useLinkActions(onView);
  const Form = FORMS[field];

  async function run(action: ReturnType<typeof actions.patch>) {
    setBusy(true);
    const { done } = await action;
    setBusy(false);
    onClose();
    if (done.length > 0) onDone();
  }

  return (
    <Dialog
      open
      onClose={() => !busy && onClose()}
      title={TITLES[field]}
      description={t('Changes {count, plural, one {# selected link} other {# selected links}}.', {
        count: links.length,
      })}
      width={480}
    >
      <Form links={links} busy={busy} actions={actions} run={run} />
    </Dialog>
  );
}

interface FormProps {
  links: readonly LinkBase[];
  busy: boolean;
  actions: ReturnType<typeof useLinkActions>;
  run: (action: ReturnType<FormProps['actions']['patch']>) => Promise<void>;
}

/** The buttons of a dialog: one that clears the field, and the submit button. */
function Buttons({ busy, clear, submit }: { busy: boolean; clear?: ReactNode; submit: string }) {
  return (
    <div className="mt-4 flex flex-wrap justify-end gap-2">
      {clear}
      <Button type="submit" tone="primary" busy={busy}>
        {submit}
      </Button>
    </div>
  );
}

const hasSplit = (link: LinkBase) => ((link as LinkSummary).variantCount ?? 0) > 0;

const destinationSchema = z.object({ url: z.string().check(z.trim(), z.minLength(1, t('Enter a destination URL.'))) });

function DestinationForm({ links, busy, actions, run }: FormProps) {
  const split = links.filter(hasSplit).length;
  const form = useAppForm({
    schema: destinationSchema,
    defaultValues: { url: '' },
    onSubmit: ({ url }) =>
      run(
        actions.patchAll(
          links,
          { kind: 'redirected' },
          { url: withScheme(url) },
          { result: { kind: 'changedBack' }, patchOf: (link) => ({ url: link.url }) },
        ),
      ),
  });
  return (
    <form noValidate onSubmit={form.submit}>
      <Field
        label={LINK_FIELDS.url.label}
        error={form.errorOf('url')}
        hint={
          split > 0 &&
          t(
            '{count, plural, one {# selected link with an A/B split redirects to its variants as before.} other {# selected links with an A/B split redirect to their variants as before.}}',
            { count: split },
          )
        }
      >
        {(control) => <UrlInput {...control} autoFocus placeholder="https://" {...form.register('url')} />}
      </Field>
      <Buttons busy={busy} submit={t('Change destination')} />
    </form>
  );
}

const NO_UTM = { source: null, medium: null, campaign: null, term: null, content: null, ref: null };

/** The conventions without required parameters: an empty field leaves the links' values unchanged. */
function withoutRequired(conventions: UtmConventions): UtmConventions {
  const parameters = UTM_FIELDS.map((field) => [field, { ...conventions.parameters[field], required: false }]);
  return { ...conventions, parameters: Object.fromEntries(parameters) };
}

const utmSchema = linkFormShape.check(
  z.refine(({ utm }) => UTM_FIELDS.some((field) => utm[field].trim()), {
    path: ['utm'],
    error: t('Enter at least one value.'),
  }),
);

function UtmForm({ links, busy, actions, run }: FormProps) {
  const { data } = useQuery({ ...utmConventions(), select: withoutRequired });
  const undo = { result: { kind: 'changedBack' as const }, patchOf: ({ utm }: LinkBase) => ({ utm }) };
  const form = useAppForm({
    schema: utmSchema,
    defaultValues: emptyForm(),
    validate: ({ getValues }) =>
      !UTM_FIELDS.some((field) => data && valueFault(data, field, getValues(`utm.${field}`).trim())),
    onSubmit: (values) => {
      const entries = UTM_FIELDS.map((field) => [field, values.utm[field].trim()] as const);
      const set = Object.fromEntries(entries.filter(([, value]) => value));
      return run(actions.patch(links, { kind: 'utmSet' }, ({ utm }) => ({ utm: { ...utm, ...set } }), undo));
    },
  });
  const { setFocus } = form.methods;
  useEffect(() => setFocus('utm.source'), [setFocus]);
  const values = useWatch({ control: form.control, name: 'utm' });
  const error = form.errorOf('utm');

  return (
    <FormProvider {...form.methods}>
      <form noValidate onSubmit={form.submit}>
        <div className="link-form-utm">
          {UTM_FIELDS.map((field) => (
            <UtmField key={field} field={field} conventions={data} value={values[field].trim()} />
          ))}
        </div>
        <p className={error ? 'ui-hint ui-error mt-3' : 'ui-hint mt-3'} role={error ? 'alert' : undefined}>
          {error ?? t('Empty fields leave the links’ values unchanged.')}
        </p>
        <Buttons
          busy={busy}
          submit={t('Set UTM parameters')}
          clear={
            <Button
              disabled={busy}
              onClick={() => run(actions.patchAll(links, { kind: 'utmRemoved' }, { utm: NO_UTM }, undo))}
            >
              {t('Remove UTM parameters')}
            </Button>
          }
        />
      </form>
    </FormProvider>
  );
}

const passwordSchema = z.object({ password: z.string().check(z.minLength(1, t('Enter a password.'))) });

function PasswordForm({ links, busy, actions, run }: FormProps) {
  const locked = links.filter((link) => link.hasPassword).length;
  const form = useAppForm({
    schema: passwordSchema,
    defaultValues: { password: '' },
    onSubmit: (patch) =>
      run(
        actions.patchAll(links, { kind: 'protected' }, patch, {
          result: { kind: 'unprotected' },
          patchOf: (link) => (link.hasPassword ? undefined : { password: null }),
        }),
      ),
  });
  return (
    <form noValidate onSubmit={form.submit}>
      <Field
        label={LINK_FIELDS.password.label}
        error={form.errorOf('password')}
        hint={
          locked > 0
            ? t(
                '{count, plural, one {# of these links has a password.} other {# of these links have a password.}} Undo can’t restore it.',
                { count: locked },
              )
            : t('Visitors must enter it before they are redirected.')
        }
      >
        {(control) => (
          <PasswordInput {...control} autoFocus autoComplete="new-password" {...form.register('password')} />
        )}
      </Field>
      <Buttons
        busy={busy}
        submit={t('Set password')}
        clear={
          locked > 0 && (
            <Button
              disabled={busy}
              onClick={() =>
                run(
                  actions.patchAll(
                    links.filter((link) => link.hasPassword),
                    { kind: 'unprotected' },
                    { password: null },
                  ),
                )
              }
            >
              {t('Remove password')}
            </Button>
          )
        }
      />
    </form>
  );
}

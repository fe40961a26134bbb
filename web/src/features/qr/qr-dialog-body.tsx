import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { ApiError, messageOf } from '@/shared/api/errors';
import { applyServerErrors } from '@/shared/forms/server-errors';
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { Field, Input } from '@/shared/ui/field';
import { type QrForm, qrForm } from './qr-form.schema';
import { type PreviewedLink, QrPreview } from './qr-preview';
import { StyleFields } from './style-fields';

const FIELDS = ['name', 'look.size', 'look.margin', 'look.level', 'look.dark', 'look.light'] as const;

interface Props {
  title: string;
  initialValues: QrForm;
  link: PreviewedLink | null;
  /** The selected link or the link picker. */
  linkField: ReactNode;
  action: string;
  /** Focuses the name first, because the link is already selected. */
  nameFirst: boolean;
  onClose: () => void;
  /** Submits the form. A rejection's field errors are shown on their fields. */
  onSubmit: (form: QrForm) => Promise<void>;
}

/** The form beside a preview of the code. */
export function QrDialogBody({ title, initialValues, link, linkField, action, nameFirst, onClose, onSubmit }: Props) {
  const form = useForm<QrForm>({ resolver: zodResolver(qrForm), defaultValues: initialValues, mode: 'onChange' });
  const { isSubmitting, errors } = form.formState;
  const [message, setMessage] = useState('');

  const submit = form.handleSubmit(async (values) => {
    setMessage('');
    try {
      await onSubmit(values);
    } catch (error) {
      applyServerErrors(error, FIELDS, form.setError);
      const placed = error instanceof ApiError && error.errors.some(({ field }) => FIELDS.some((own) => own === field));
      if (!placed) setMessage(messageOf(error));
    }
  });

  return (
    <Dialog open bare place="side" width={740} title={title} onClose={() => !isSubmitting && onClose()}>
      <FormProvider {...form}>
        <form className="qr-dialog" noValidate onSubmit={submit}>
          <div className="qr-sides">
            <div className="qr-form">
              {linkField}
              <Field
                label="Name"
                error={errors.name?.message}
                hint="For example, where you print it. Visitors don’t see it."
              >
                {(control) => (
                  <Input {...control} autoFocus={nameFirst} autoComplete="off" {...form.register('name')} />
                )}
              </Field>
              <StyleFields />
              {message && (
                <div className="ui-notice ui-bad" role="alert">
                  <p>{message}</p>
                </div>
              )}
            </div>
            <QrPreview link={link} />
          </div>
          <footer>
            <Button onClick={onClose} disabled={isSubmitting}>
              Cancel
            </Button>
            <Button type="submit" tone="primary" busy={isSubmitting} disabled={!link}>
              {action}
            </Button>
          </footer>
        </form>
      </FormProvider>
    </Dialog>
  );
}

import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { ApiError, messageOf } from '@/shared/api/errors';
import { showFaults } from '@/shared/lib/form-faults';
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { Field, Input } from '@/shared/ui/field';
import { type QrForm, qrForm } from './qr-form.schema';
import { QrStage, type StagedLink } from './qr-preview';
import { LookFields } from './style-fields';

const FIELDS = ['name', 'look.size', 'look.margin', 'look.level', 'look.dark', 'look.light'] as const;

interface Props {
  title: string;
  start: QrForm;
  link: StagedLink | null;
  /** Shows the link, or lets one be chosen. */
  linkField: ReactNode;
  action: string;
  /** The link is settled, so that typing begins with the name. */
  nameFirst: boolean;
  onClose: () => void;
  /** Sends the form; a fault comes back under its field. */
  onSubmit: (form: QrForm) => Promise<void>;
}

/** The form of a code beside the code itself. */
export function QrDialogBody({ title, start, link, linkField, action, nameFirst, onClose, onSubmit }: Props) {
  const form = useForm<QrForm>({ resolver: zodResolver(qrForm), defaultValues: start, mode: 'onChange' });
  const { isSubmitting, errors } = form.formState;
  const [fault, setFault] = useState('');

  const submit = form.handleSubmit(async (values) => {
    setFault('');
    try {
      await onSubmit(values);
    } catch (error) {
      showFaults(error, FIELDS, form.setError);
      const placed = error instanceof ApiError && error.errors.some(({ field }) => FIELDS.some((own) => own === field));
      if (!placed) setFault(messageOf(error));
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
                hint="Where you use it: poster, menu, box. Visitors don’t see it."
              >
                {(control) => (
                  <Input {...control} autoFocus={nameFirst} autoComplete="off" {...form.register('name')} />
                )}
              </Field>
              <LookFields />
              {fault && (
                <div className="ui-notice ui-bad" role="alert">
                  <p>{fault}</p>
                </div>
              )}
            </div>
            <QrStage link={link} />
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

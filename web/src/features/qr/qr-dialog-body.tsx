import type { ReactNode } from 'react';
import { FormProvider } from 'react-hook-form';
import type { QrContent } from '@/entities/qr-code/qr-code.queries';
import { FormSummary } from '@/shared/forms/form-summary';
import { useAppForm } from '@/shared/forms/use-app-form';
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { Field, Input } from '@/shared/ui/field';
import { lookFields } from '@/widgets/qr-style/look.schema';
import { StyleFields } from '@/widgets/qr-style/style-fields';
import { type QrForm, qrForm } from './qr-form.schema';
import { QrPreview } from './qr-preview';

const FIELDS = ['name', ...lookFields('look')] as const;

interface Props {
  title: string;
  /** The form follows them, except for fields that were edited. */
  initialValues: QrForm;
  link: QrContent | null;
  /** The encoded text of `link`. */
  content: string;
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
export function QrDialogBody(props: Props) {
  const { title, initialValues, link, content, linkField, action, nameFirst, onClose, onSubmit } = props;
  const form = useAppForm({
    schema: qrForm,
    defaultValues: initialValues,
    values: initialValues,
    fields: FIELDS,
    mode: 'onChange',
    guard: true,
    onSubmit,
  });
  const { isPending } = form;

  return (
    <Dialog open bare place="side" width={740} title={title} onClose={() => !isPending && onClose()}>
      <FormProvider {...form.methods}>
        <form className="qr-dialog" noValidate onSubmit={form.submit}>
          <div className="qr-sides">
            <div className="qr-form">
              {linkField}
              <Field
                label="Name"
                error={form.errorOf('name')}
                hint="For example, where you print it. Visitors don’t see it."
              >
                {(control) => (
                  <Input {...control} autoFocus={nameFirst} autoComplete="off" {...form.register('name')} />
                )}
              </Field>
              <StyleFields field="look" />
              <FormSummary messages={form.summary} />
            </div>
            <QrPreview link={link} content={content} />
          </div>
          <footer>
            <Button onClick={onClose} disabled={isPending}>
              Cancel
            </Button>
            <Button type="submit" tone="primary" busy={isPending} disabled={!link}>
              {action}
            </Button>
          </footer>
        </form>
      </FormProvider>
    </Dialog>
  );
}

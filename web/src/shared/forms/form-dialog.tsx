import { type ComponentProps, type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import type { FieldValues } from 'react-hook-form';
import { t } from '@/shared/i18n/t';
import { Button } from '../ui/button';
import { Dialog, DialogClose } from '../ui/dialog';
import { focusFirstField } from '../ui/use-dialog-focus';
import { FormSummary } from './form-summary';
import type { AppForm } from './use-app-form';

interface Props<Values extends FieldValues, Result>
  extends Omit<ComponentProps<typeof Dialog>, 'open' | 'persistent' | 'bare' | 'footer'> {
  form: AppForm<Values, Result>;
  /** The button that submits: "Create folder". */
  action: ReactNode;
  tone?: 'primary' | 'danger';
  /** What helps with the server's errors. */
  help?: ReactNode;
  /** Whether the button is disabled, beside while the form is saving. */
  disabled?: boolean;
}

/** Submits the form of the focused field with Ctrl or Cmd and Enter. */
export function submitWithModEnter(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}

/** A dialog with one form: its fields are the children, and its footer cancels or submits. */
export function FormDialog<Values extends FieldValues, Result>({
  form,
  action,
  tone = 'primary',
  help,
  disabled,
  children,
  ...dialog
}: Props<Values, Result>) {
  const id = useId();
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => void focusFirstField(element.current), []);
  return (
    <Dialog
      {...dialog}
      open
      form={form}
      footer={
        <>
          <DialogClose disabled={form.isPending}>{t('Cancel')}</DialogClose>
          <Button type="submit" form={id} tone={tone} busy={form.isPending} disabled={disabled}>
            {action}
          </Button>
        </>
      }
    >
      <form
        id={id}
        ref={element}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.stopPropagation(); // the dialog may have been opened from within another form
          void form.submit(event);
        }}
        onKeyDown={submitWithModEnter}
      >
        {children}
        <FormSummary messages={form.summary} help={help} />
      </form>
    </Dialog>
  );
}

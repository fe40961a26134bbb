import * as Radix from '@radix-ui/react-dialog';
import clsx from 'clsx';
import type { ComponentProps, CSSProperties, ReactNode } from 'react';
import { t } from '@/shared/i18n/t';
import { FormScope, type UnsavedForm, useDialogForms } from '../../forms/unsaved-form';
import { Button } from '../button';
import { Icon } from '../icon';
import type { DialogFocus } from '../use-dialog-focus';

export interface DialogProps {
  open: boolean;
  /**
   * Called on Escape and on a click on the backdrop, the close button or a `DialogClose`; not while a form in the dialog
   * is saving or has changes that the person wants to keep.
   */
  onClose: () => void;
  /** The form in the dialog, of the component that renders both. Others report themselves. */
  form?: { unsaved: UnsavedForm };
  /** Shows what cannot be shown again: it has no close button, and neither Escape nor the backdrop closes it. */
  persistent?: boolean;
  title: ReactNode;
  /** Read after the title by assistive technology; shown under it. */
  description?: ReactNode;
  /** Width on screens that are wider, in px. Phones get the whole screen. */
  width?: number;
  /** `side` docks it to the right edge, `left` to the left one. */
  place?: 'centre' | 'side' | 'left';
  /** Shown beside the close button. */
  headerEnd?: ReactNode;
  footer?: ReactNode;
  /** The content brings its own padding and scrolling. */
  bare?: boolean;
  children: ReactNode;
}

/** The panel of a Dialog. */
export function DialogPanel({
  open,
  onClose,
  form,
  persistent = false,
  title,
  description,
  width,
  place = 'centre',
  headerEnd,
  footer,
  bare,
  focus,
  children,
}: DialogProps & { focus: DialogFocus }) {
  const { scope, mayClose } = useDialogForms(form?.unsaved);
  const stay = (event: Event) => persistent && event.preventDefault();

  async function close() {
    if (await mayClose()) onClose();
  }

  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && void close()}>
      <Radix.Portal>
        <Radix.Overlay className="ui-overlay" />
        <Radix.Content
          {...focus}
          onEscapeKeyDown={stay}
          onInteractOutside={stay}
          className={clsx('ui-dialog', place === 'side' && 'ui-docked', place === 'left' && 'ui-left')}
          style={width ? ({ '--dlg-w': `${width}px` } as CSSProperties) : undefined}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <FormScope value={scope}>
            <header>
              <Radix.Title className="text-22">{title}</Radix.Title>
              <div className="ui-end">
                {headerEnd}
                {!persistent && (
                  <Radix.Close className="ui-button ui-icon-only ui-quiet" aria-label={t('Close')}>
                    <Icon name="x" />
                  </Radix.Close>
                )}
              </div>
            </header>
            {bare ? (
              children
            ) : (
              <div className="ui-body">
                {description && <Radix.Description className="ui-muted mb-4">{description}</Radix.Description>}
                {children}
              </div>
            )}
            {footer && <footer>{footer}</footer>}
          </FormScope>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** A button that closes the dialog that it is in, under the rules of `onClose`. */
export function DialogClose(props: ComponentProps<typeof Button>) {
  return (
    <Radix.Close asChild>
      <Button {...props} />
    </Radix.Close>
  );
}

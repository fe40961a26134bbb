import * as Radix from '@radix-ui/react-dialog';
import clsx from 'clsx';
import type { CSSProperties, ReactNode } from 'react';
import { Icon } from './icon';
import { useFocusReturn } from './use-focus-return';

interface Props {
  open: boolean;
  /** Called on Escape and on a click on the backdrop or the close button. To stay open, do nothing. */
  onClose: () => void;
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
  /** Moves the focus once the dialog is closed; by default it returns to where it was. */
  focusAfter?: () => void;
  children: ReactNode;
}

/** A dialog: traps focus, returns it, closes on Escape. The only one of the product. */
export function Dialog({
  open,
  onClose,
  title,
  description,
  width,
  place = 'centre',
  headerEnd,
  footer,
  bare,
  focusAfter,
  children,
}: Props) {
  const focus = useFocusReturn(focusAfter);
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="ui-overlay" />
        <Radix.Content
          {...focus}
          className={clsx('ui-dialog', place === 'side' && 'ui-docked', place === 'left' && 'ui-left')}
          style={width ? ({ '--dlg-w': `${width}px` } as CSSProperties) : undefined}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <header>
            <Radix.Title className="text-22">{title}</Radix.Title>
            <div className="ui-end">
              {headerEnd}
              <Radix.Close className="ui-button ui-icon-only ui-quiet" aria-label="Close">
                <Icon name="x" />
              </Radix.Close>
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
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

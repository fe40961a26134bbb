import * as AlertDialog from '@radix-ui/react-alert-dialog';
import { type ReactNode, useState } from 'react';
import { t } from '@/shared/i18n/t';
import { Trans } from '@/shared/i18n/trans';
import { Button } from '../button';
import { Field, Input } from '../field';
import type { DialogFocus } from '../use-dialog-focus';

export interface ConfirmProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** What will happen, and to what. */
  children: ReactNode;
  /** The verb on the button: "Delete link". */
  action: string;
  /** The button that closes the dialog: "Cancel" by default. */
  dismiss?: string;
  onConfirm: () => void;
  /** Of the button: `danger` unless said otherwise. */
  tone?: 'danger' | 'primary';
  busy?: boolean;
  /** What must be typed first, where much would be lost. */
  typed?: string;
}

/** The panel of a ConfirmDialog. */
export function ConfirmPanel({
  open,
  onClose,
  title,
  children,
  action,
  dismiss = t('Cancel'),
  onConfirm,
  tone = 'danger',
  busy,
  focus,
  typed,
}: ConfirmProps & { focus: DialogFocus }) {
  const [text, setText] = useState('');
  const [was, setWas] = useState(open);
  if (was !== open) {
    setWas(open);
    setText('');
  }
  const held = typed !== undefined && text.trim() !== typed;
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && !busy && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="ui-overlay" />
        <AlertDialog.Content {...focus} className="ui-dialog ui-confirm">
          <header>
            <AlertDialog.Title className="text-22">{title}</AlertDialog.Title>
          </header>
          <AlertDialog.Description asChild>
            <div className="ui-body">{children}</div>
          </AlertDialog.Description>
          {typed !== undefined && (
            <Field
              className="px-6 pb-4 max-md:px-4"
              label={
                <Trans
                  text="Type <span>{typed}</span> to confirm"
                  values={{ typed }}
                  tags={{ span: (children) => <span className="ui-mono">{children}</span> }}
                />
              }
            >
              {(control) => (
                <Input
                  {...control}
                  autoComplete="off"
                  value={text}
                  onChange={(event) => setText(event.target.value)}
                  onKeyDown={(event) => event.key === 'Enter' && !held && !busy && onConfirm()}
                />
              )}
            </Field>
          )}
          <footer>
            <AlertDialog.Cancel asChild>
              <Button disabled={busy}>{dismiss}</Button>
            </AlertDialog.Cancel>
            <Button tone={tone} busy={busy} disabled={held} onClick={onConfirm}>
              {action}
            </Button>
          </footer>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

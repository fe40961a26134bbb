import { type ComponentProps, type ReactNode, useState } from 'react';
import { t } from '@/shared/i18n/t';
import { Button } from './button';
import { ConfirmDialog } from './confirm-dialog';
import { Dialog } from './dialog';
import { SecretReveal } from './secret-reveal';

interface Props extends Pick<ComponentProps<typeof Dialog>, 'title' | 'width' | 'place'> {
  /** What the dialog shows; its children are a sentence about it. */
  reveal: ComponentProps<typeof SecretReveal>;
  onClose: () => void;
  /** Shown under the secret. */
  children?: ReactNode;
}

/** Shows a secret that the server returns only once. "Done" closes it, and asks first if the secret was not copied. */
export function SecretDialog({ reveal, onClose, children, ...dialog }: Props) {
  const [copied, setCopied] = useState(reveal.copied ?? false);
  const [asking, setAsking] = useState(false);
  return (
    <Dialog
      {...dialog}
      open
      persistent
      onClose={onClose}
      footer={
        <Button tone={copied ? 'primary' : 'plain'} onClick={() => (copied ? onClose() : setAsking(true))}>
          {t('Done')}
        </Button>
      }
    >
      <div className="grid gap-6" onCopy={() => setCopied(true)}>
        <SecretReveal {...reveal} onCopied={() => setCopied(true)} />
        {children}
      </div>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('Close without copying {what}?', { what: reveal.what })}
        action={t('Close anyway')}
        dismiss={t('Go back')}
        onConfirm={onClose}
      >
        <p>{t('It is shown only this once.')}</p>
      </ConfirmDialog>
    </Dialog>
  );
}

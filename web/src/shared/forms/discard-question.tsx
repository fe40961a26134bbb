import { t } from '@/shared/i18n/t';
import { ConfirmDialog } from '../ui/confirm-dialog';

/** Asks whether the changes in a form may be lost. */
export function DiscardQuestion({ decide }: { decide: (discard: boolean) => void }) {
  return (
    <ConfirmDialog
      open
      onClose={() => decide(false)}
      title={t('Discard your changes?')}
      action={t('Discard changes')}
      dismiss={t('Continue editing')}
      onConfirm={() => decide(true)}
    >
      <p>{t('What you entered here is not saved yet.')}</p>
    </ConfirmDialog>
  );
}

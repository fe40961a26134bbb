import { ConfirmDialog } from '../ui/confirm-dialog';

/** Asks whether the changes in a form may be lost. */
export function DiscardQuestion({ decide }: { decide: (discard: boolean) => void }) {
  return (
    <ConfirmDialog
      open
      onClose={() => decide(false)}
      title="Discard your changes?"
      action="Discard changes"
      dismiss="Continue editing"
      onConfirm={() => decide(true)}
    >
      <p>What you entered here is not saved yet.</p>
    </ConfirmDialog>
  );
}

import { lazy, Suspense, useState } from 'react';
import { Button } from '@/shared/ui/button';

const DeleteAccountDialog = lazy(() =>
  import('./delete-account-dialog').then((module) => ({ default: module.DeleteAccountDialog })),
);

/** Opens the dialog that deletes the account. */
export function DeleteAccount() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button tone="danger" onClick={() => setOpen(true)}>
        Delete account
      </Button>
      <Suspense fallback={null}>{open && <DeleteAccountDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}

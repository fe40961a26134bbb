import { useState } from 'react';
import { Button } from '@/shared/ui/button';
import { lazyPart } from '@/shared/ui/lazy-part';

const DeleteAccountDialog = lazyPart(() => import('./delete-account-dialog'), 'DeleteAccountDialog');

/** Opens the dialog that deletes the account. */
export function DeleteAccount() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button tone="danger" onClick={() => setOpen(true)}>
        Delete account
      </Button>
      {open && <DeleteAccountDialog onClose={() => setOpen(false)} />}
    </>
  );
}

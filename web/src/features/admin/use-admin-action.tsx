import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { adminKey } from '@/entities/server/overview.queries';
import { messageOf } from '@/shared/api/errors';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { toast } from '@/shared/ui/toast';

/** An action that is confirmed first. */
export interface AdminAction {
  /** A question. */
  title: string;
  /** What will happen. */
  text: string;
  /** The verb on the button. */
  verb: string;
  tone?: 'danger' | 'primary';
  /** Shown after it. */
  done: string;
  run: () => Promise<unknown>;
}

/** Returns a function that confirms and runs an action, and the dialog to render. */
export function useAdminAction(): [start: (action: AdminAction) => void, dialog: ReactNode] {
  const [action, setAction] = useState<AdminAction | null>(null);
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: ({ run }: AdminAction) => run(),
    onSuccess: (_, { done }) => toast({ title: done }),
    onError: (error, { verb }) =>
      toast({ title: `Couldn’t ${verb.toLowerCase()}`, text: messageOf(error), tone: 'bad' }),
    onSettled: () => {
      setAction(null);
      return queries.invalidateQueries({ queryKey: adminKey });
    },
  });
  const dialog = action && (
    <ConfirmDialog
      open
      onClose={() => setAction(null)}
      title={action.title}
      action={action.verb}
      tone={action.tone}
      busy={isPending}
      onConfirm={() => mutate(action)}
    >
      <p>{action.text}</p>
    </ConfirmDialog>
  );
  return [setAction, dialog];
}

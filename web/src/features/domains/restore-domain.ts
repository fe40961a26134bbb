import type { Domain } from '@/entities/domain/domain.types';
import { useRestoreDomain } from '@/entities/domain/domain-mutations';
import { messageOf } from '@/shared/api/errors';
import { toast } from '@/shared/ui/toast';

/** The number of days for which a deleted domain can be restored. */
export const GRACE_DAYS = 7;

/** Restores deleted domains with their links, and shows the result as a toast. */
export function useRestore() {
  const mutation = useRestoreDomain();
  return {
    isPending: mutation.isPending,
    restore: ({ id, unicodeHost }: Pick<Domain, 'id' | 'unicodeHost'>) =>
      mutation.mutate(id, {
        onSuccess: () => {
          toast({ title: `${unicodeHost} restored`, text: 'Its links work again.' });
        },
        onError: (error) => toast({ title: 'Couldn’t restore the domain', text: messageOf(error), tone: 'bad' }),
      }),
  };
}

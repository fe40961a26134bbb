import { useMutation } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';
import { messageOf } from '@/shared/api/errors';
import { t } from '@/shared/i18n/t';
import { openWorkspace } from '@/shared/lib/workspace-address';
import { toast } from '@/shared/ui/toast';

/** Restores a deleted workspace, by its id, and opens it. A toast says when it failed. */
export function useRestoreWorkspace() {
  return useMutation({
    mutationFn: (id: string) => body(api.POST('/workspaces/{id}/restore', { params: { path: { id } } })),
    onSuccess: ({ id }) => openWorkspace(id),
    onError: (error) => toast({ title: t('Couldn’t restore the workspace'), text: messageOf(error), tone: 'bad' }),
  });
}

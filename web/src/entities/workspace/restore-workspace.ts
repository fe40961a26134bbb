import type { QueryClient } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';
import { messageOf } from '@/shared/api/errors';
import { toast } from '@/shared/ui/toast';
import { switchWorkspace } from './switch-workspace';

/** Restores a deleted workspace and switches to it. A toast says whether it worked. */
export async function restoreWorkspace(queries: QueryClient, id: string): Promise<void> {
  try {
    const { name } = await body(api.POST('/workspaces/{id}/restore', { params: { path: { id } } }));
    switchWorkspace(id);
    toast({ title: 'Workspace restored', text: name });
  } catch (error) {
    toast({ title: 'Couldn’t restore the workspace', text: messageOf(error), tone: 'bad' });
  }
  await queries.invalidateQueries({ queryKey: ['workspaces'] });
}

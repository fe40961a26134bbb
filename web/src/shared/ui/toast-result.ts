import { messageOf } from '@/shared/api/errors';
import { type ToastMessage, toast } from './toast';

/**
 * Shows the result of a change. Unlike the callbacks of `mutate`, it also does so when the component that started the
 * change is gone by then, because its list no longer has what was deleted.
 */
export async function toastResult<T>(
  change: Promise<T>,
  done: (result: T) => ToastMessage,
  failedTitle: string,
): Promise<void> {
  try {
    toast(done(await change));
  } catch (error) {
    toast({ title: failedTitle, text: messageOf(error), tone: 'bad' });
  }
}

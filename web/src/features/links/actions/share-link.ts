import type { LinkBase } from '@/entities/link/link.types';
import { copyText } from '@/shared/lib/clipboard';
import { toast } from '@/shared/ui/toast';

/** Puts the short link on the clipboard and says whether that worked. */
export async function copyShortLink({ shortUrl }: Pick<LinkBase, 'shortUrl'>): Promise<void> {
  if (await copyText(shortUrl)) toast({ title: 'Short link copied', text: shortUrl });
  else toast({ title: 'The browser did not allow copying', text: shortUrl, tone: 'bad' });
}

/** Whether the browser has a sheet to share with; it has one on phones, and on https only. */
export const canShare = (): boolean => typeof navigator.share === 'function';

/** Opens the system's share sheet. */
export async function shareLink({ shortUrl, title }: Pick<LinkBase, 'shortUrl' | 'title'>): Promise<void> {
  try {
    await navigator.share({ url: shortUrl, ...(title ? { title } : {}) });
  } catch (error) {
    // Closing the sheet is no failure.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    toast({ title: 'The link was not shared', text: 'Copy it instead.', tone: 'bad' });
  }
}

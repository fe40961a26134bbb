import type { LinkBase } from '@/entities/link/link.types';
import { copyText } from '@/shared/lib/clipboard';
import { toast } from '@/shared/ui/toast';

/** Copies the short link and shows whether that succeeded. */
export async function copyShortLink({ shortUrl }: Pick<LinkBase, 'shortUrl'>): Promise<void> {
  if (await copyText(shortUrl)) toast({ title: 'Short link copied', text: shortUrl });
  else toast({ title: 'Your browser blocked copying', text: shortUrl, tone: 'bad' });
}

/** Whether the browser supports the Web Share API, which requires HTTPS. */
export const canShare = (): boolean => typeof navigator.share === 'function';

/** Opens the system's share sheet. */
export async function shareLink({ shortUrl, title }: Pick<LinkBase, 'shortUrl' | 'title'>): Promise<void> {
  try {
    await navigator.share({ url: shortUrl, ...(title ? { title } : {}) });
  } catch (error) {
    // The user closed the sheet.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    toast({ title: 'Couldn’t share the link', text: 'Copy it instead.', tone: 'bad' });
  }
}

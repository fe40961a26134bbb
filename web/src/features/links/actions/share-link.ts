import type { LinkBase } from '@/entities/link/link.types';
import { t } from '@/shared/i18n/t';
import { copyText } from '@/shared/lib/clipboard';
import { shareUrl } from '@/shared/lib/share';
import { toast } from '@/shared/ui/toast';

/** Copies the short link and shows whether that succeeded. */
export async function copyShortLink({ shortUrl }: Pick<LinkBase, 'shortUrl'>): Promise<void> {
  if (await copyText(shortUrl)) toast({ title: t('Short link copied'), text: shortUrl });
  else toast({ title: t('Your browser blocked copying'), text: shortUrl, tone: 'bad' });
}

/** Opens the system's share sheet. */
export async function shareLink({ shortUrl, title }: Pick<LinkBase, 'shortUrl' | 'title'>): Promise<void> {
  if (await shareUrl({ url: shortUrl, ...(title ? { title } : {}) })) return;
  toast({ title: t('Couldn’t share the link'), text: t('Copy it instead.'), tone: 'bad' });
}

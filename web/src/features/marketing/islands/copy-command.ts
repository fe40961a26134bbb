import { TIMING } from '@/shared/config/timing';
import { copyText } from '@/shared/lib/clipboard';
import { replay } from '@/shared/lib/dom';
import { part } from '@/shared/lib/islands';
import { toast } from '@/shared/ui/toast';

/** The button that copies the command beside it. It confirms for a moment, also to screen readers. */
export function copyCommand(root: HTMLElement): void {
  const command = part(root, 'command', HTMLElement).textContent;
  const idle = part(root, 'idle', HTMLElement);
  const status = part(root, 'status', HTMLElement);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const showCopied = (copied: boolean) => {
    idle.hidden = copied;
    replay(part(root, 'copied', HTMLElement)).hidden = !copied;
    status.textContent = copied ? 'Command copied' : '';
  };
  part(root, 'copy', HTMLButtonElement).addEventListener('click', async () => {
    if (!(await copyText(command))) {
      toast({ title: 'Couldn’t copy. Select the text and copy it by hand.', text: command, tone: 'bad' });
      return;
    }
    showCopied(true);
    clearTimeout(timer);
    timer = setTimeout(() => showCopied(false), TIMING.copiedMs);
  });
}

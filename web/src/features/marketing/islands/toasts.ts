import { TIMING } from '@/shared/config/timing';
import { h } from '@/shared/lib/dom';
import { setToastRenderer, type ToastMessage } from '@/shared/ui/toast';

/** How long a toast fades out, in ms; as in site.css. */
const FADE_MS = 200;

function remove(toast: HTMLElement): void {
  toast.dataset.removed = 'true';
  setTimeout(() => toast.remove(), FADE_MS);
}

/** Removes a toast when its time is over, but not from under the pointer. */
function expire(toast: HTMLElement): void {
  if (toast.matches(':hover')) toast.addEventListener('pointerleave', () => remove(toast), { once: true });
  else remove(toast);
}

/** A toast without actions, which the public pages do not have. */
function render({ title, text, tone = 'good' }: ToastMessage): HTMLElement {
  const toast = h('li', { className: tone === 'bad' ? 'ui-toast ui-bad' : 'ui-toast' });
  toast.dataset.tone = tone;
  toast.append(h('p', { className: 'ui-title' }, title));
  if (text) toast.append(h('p', { className: 'ui-text' }, text));
  return toast;
}

/** The list of toasts: each is shown for four seconds, and at most three at once. The list is a live region. */
export function toasts(list: HTMLElement): void {
  setToastRenderer((message) => {
    const toast = render(message);
    list.append(toast);
    while (list.childElementCount > TIMING.toastsVisible) list.firstElementChild?.remove();
    setTimeout(() => expire(toast), TIMING.toastMs);
  });
}

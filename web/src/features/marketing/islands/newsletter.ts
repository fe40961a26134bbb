import { toast } from '@/shared/ui/toast';

/** The newsletter form. It is a demo: the browser validates the address, and nothing is sent. */
export function newsletter(root: HTMLElement): void {
  root.addEventListener('submit', (event) => {
    event.preventDefault();
    if (event.target instanceof HTMLFormElement) event.target.reset();
    toast({ title: 'Thanks for subscribing! This is a demo.' });
  });
}

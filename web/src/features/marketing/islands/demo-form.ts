import { replay } from '@/shared/lib/dom';
import { part } from '@/shared/lib/islands';
import { toast } from '@/shared/ui/toast';

/**
 * The demo form of the hero: it confirms that the URL was shortened, and sends nothing. It validates by itself
 * (`noValidate`), because the browser's bubble would hide the toast. The large eye blinks after a success.
 */
export function demoForm(hero: HTMLElement): void {
  const form = part(hero, 'form', HTMLFormElement);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const url = String(new FormData(form).get('url') ?? '').trim();
    if (url === '') {
      toast({ title: 'Please enter a URL', tone: 'bad' });
      return;
    }
    form.reset();
    replay(part(hero, 'pupil', SVGElement)).classList.add('landing-again');
    toast({ title: 'URL shortened successfully! This is a demo.' });
  });
}

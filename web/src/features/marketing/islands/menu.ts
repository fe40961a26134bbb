import { part } from '@/shared/lib/islands';

/** The header's menu on small screens: the button opens it, Escape and a followed link close it. */
export function menu(header: HTMLElement): void {
  const button = part(header, 'toggle', HTMLButtonElement);
  // The style sheet shows the menu while the button says that it is expanded.
  const expand = (expanded: boolean) => button.setAttribute('aria-expanded', String(expanded));
  button.addEventListener('click', () => expand(button.getAttribute('aria-expanded') !== 'true'));
  header.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') expand(false);
  });
  header.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a')) expand(false);
  });
}

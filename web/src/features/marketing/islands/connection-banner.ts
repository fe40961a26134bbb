import { CONNECTION_TEXT, connection } from '@/shared/api/connection';
import { h } from '@/shared/lib/dom';

/** The line above the page while the server cannot be reached. It disappears by itself. */
export function connectionBanner(root: HTMLElement): void {
  connection.state.subscribe(() => {
    const state = connection.state.get();
    if (state === 'online') {
      root.replaceChildren();
      return;
    }
    const retry = h('button', { type: 'button', className: 'ui-button ui-sm' }, 'Try now');
    retry.addEventListener('click', () => connection.retry());
    root.replaceChildren(h('p', {}, CONNECTION_TEXT[state], retry));
  });
}

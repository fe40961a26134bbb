import { TIMING } from '@/shared/config/timing';
import { h } from '@/shared/lib/dom';
import { part } from '@/shared/lib/islands';

const SMALLEST_THUMB = 18;

/** The part of the track that the thumb takes, and the distance that it can move, in px. */
function measure(view: HTMLElement, bar: HTMLElement): { thumb: number; room: number; beyond: number } {
  const { paddingTop, paddingBottom } = getComputedStyle(bar);
  const track = bar.clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom);
  const thumb = Math.max(SMALLEST_THUMB, (track * view.clientHeight) / view.scrollHeight);
  return { thumb, room: track - thumb, beyond: view.scrollHeight - view.clientHeight };
}

/** The scroll bar beside a view: the thumb follows it, and moves it when it is dragged. */
function createBar(view: HTMLElement): { bar: HTMLElement; update: () => void } {
  const thumb = h('div');
  const bar = h('div', { className: 'scroll-bar', ariaHidden: 'true' }, thumb);
  const update = () => {
    const { thumb: size, room, beyond } = measure(view, bar);
    thumb.style.height = `${size}px`;
    thumb.style.translate = `0 ${(room * view.scrollTop) / beyond}px`;
  };
  thumb.addEventListener('pointerdown', (down) => {
    down.preventDefault();
    thumb.setPointerCapture(down.pointerId);
    const { room, beyond } = measure(view, bar);
    const from = view.scrollTop;
    thumb.onpointermove = ({ clientY }) => {
      view.scrollTop = from + ((clientY - down.clientY) * beyond) / room;
    };
    thumb.onlostpointercapture = () => {
      thumb.onpointermove = null;
    };
  });
  return { bar, update };
}

/** A scrolling box whose bar appears under the pointer, and hides after a pause. */
export function scrollArea(root: HTMLElement): void {
  const view = part(root, 'view', HTMLElement);
  const { bar, update } = createBar(view);
  let hiding: ReturnType<typeof setTimeout> | undefined;
  root.addEventListener('pointerenter', () => {
    clearTimeout(hiding);
    if (view.scrollHeight <= view.clientHeight) return;
    root.append(bar);
    update();
  });
  root.addEventListener('pointerleave', () => {
    hiding = setTimeout(() => bar.remove(), TIMING.scrollHide);
  });
  view.addEventListener('scroll', () => {
    if (bar.isConnected) update();
  });
}

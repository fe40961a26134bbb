import { part } from '@/shared/lib/islands';
import { QUARTERS } from '../landing/day-modules';

const MINUTE = 60_000;

function clock(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}

/** Marks the visitor's current time in the sample day, and follows it. */
export function dayStrip(strip: HTMLElement): void {
  const label = part(strip, 'now', HTMLElement);
  const future = part(strip, 'future', HTMLElement);
  const update = () => {
    const now = new Date();
    const minute = now.getHours() * 60 + now.getMinutes();
    const quarter = Math.floor(minute / 15);
    strip.style.setProperty('--now', String(quarter / QUARTERS));
    // Small screens show half of the day: the half with the current time.
    strip.style.setProperty('--shift', quarter < QUARTERS / 2 ? '0' : '1');
    label.textContent = `now ${clock(minute)}`;
    label.dataset.late = String(quarter > QUARTERS * 0.9);
  };
  update();
  label.hidden = false;
  future.hidden = false;
  setInterval(update, MINUTE);
}

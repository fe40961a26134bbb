import { connectionBanner } from '@/features/marketing/islands/connection-banner';
import { copyCommand } from '@/features/marketing/islands/copy-command';
import { currentYear } from '@/features/marketing/islands/current-year';
import { dayStrip } from '@/features/marketing/islands/day-strip';
import { demoForm } from '@/features/marketing/islands/demo-form';
import { logNotFound } from '@/features/marketing/islands/log-not-found';
import { menu } from '@/features/marketing/islands/menu';
import { newsletter } from '@/features/marketing/islands/newsletter';
import { scrollArea } from '@/features/marketing/islands/scroll-area';
import { toasts } from '@/features/marketing/islands/toasts';
import { pricing } from '@/features/pricing/islands/pricing';
import type { Island } from '@/shared/lib/islands';

/** The behaviours of the public pages, by the name that `data-island` gives them in the markup. */
export const ISLANDS: Readonly<Record<string, Island>> = {
  'connection-banner': connectionBanner,
  'copy-command': copyCommand,
  'current-year': currentYear,
  'day-strip': dayStrip,
  'demo-form': demoForm,
  'log-not-found': logNotFound,
  menu,
  newsletter,
  pricing,
  'scroll-area': scrollArea,
  toasts,
};

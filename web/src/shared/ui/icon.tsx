import clsx from 'clsx';

// Drawn on a 16 px grid with square caps; each is one path. Add to it rather than bringing in another set.
const PATHS = {
  down: 'm4 6 4 4 4-4',
  up: 'm4 10 4-4 4 4',
  left: 'm10 4-4 4 4 4',
  right: 'm6 4 4 4-4 4',
  arrow: 'M2.5 8h11M9.5 4l4 4-4 4',
  plus: 'M8 3v10M3 8h10',
  check: 'm3 8.5 3.5 3.5L13 5',
  x: 'm4 4 8 8M12 4l-8 8',
  home: 'M2.5 7.5 8 2.5l5.5 5v6h-11z',
  link: 'm6.5 9.5 3-3M5 7.5 2.5 10v3.5H6L8.5 11M7.5 5 10 2.5h3.5V6L11 8.5',
  chart: 'M2.5 13.5h11M4.5 10.5V8M8 10.5v-7M11.5 10.5V6',
  qr: 'M2.5 2.5h4v4h-4zM9.5 2.5h4v4h-4zM2.5 9.5h4v4h-4zM9.5 9.5h.5M13.5 10v1.5M10 13.5h3.5',
  page: 'M3.5 2.5h9v11h-9zM6 6h4M6 8.5h4M6 11h2',
  globe: 'M8 2.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 1 0 0-11zM2.5 8h11M8 2.5c-3 3.5-3 7.5 0 11c3-3.5 3-7.5 0-11',
  user: 'M5.5 2.5h5v5h-5zM2.5 13.5v-3h11v3z',
  users: 'M4 3h4v4H4zM1.5 13v-3h9v3zM10 3.5h2.5V7M12.5 10h2v3',
  help: 'M5.5 5V3.5h5V7H8v2M8 12.5v.2',
  gear: 'M2.5 5h6M13 5h.5M9.5 3h3v4h-3zM2.5 11H3M7.5 11h6M3.5 9h3v4h-3z',
  out: 'M6.5 2.5h-4v11h4M6.5 8h7M10.5 5l3 3-3 3',
  menu: 'M2.5 4h11M2.5 8h11M2.5 12h11',
  search: 'M2.5 2.5h6.5V9H2.5zM9.5 9.5l4 4',
  bell: 'M4 11V6.5l2-3h4l2 3V11zM2.5 11h11M7 13.8h2',
  calendar: 'M2.5 3.5h11v10h-11zM2.5 7h11M5.5 2v2M10.5 2v2',
  more: 'M3 8h.01M8 8h.01M13 8h.01',
  filter: 'M2.5 4h11M4.5 8h7M6.5 12h3',
  clock: 'M2.5 2.5h11v11h-11zM8 5.5v3h2.5',
  split: 'M2.5 8h4M6.5 4v8M6.5 4h7M6.5 12h7',
  copy: 'M5.5 5.5h8v8h-8zM10.5 2.5h-8v8',
  lock: 'M3.5 7.5h9v6h-9zM5.5 7V3h5v4',
  tag: 'M2.5 2.5h5l6 6-5 5-6-6zM5.5 5.5h.01',
  folder: 'M2.5 3.5h4l1.5 2h5.5v8h-11z',
  box: 'M2.5 3h11v3h-11zM3.5 6v7.5h9V6M6.5 9h3',
  shuffle: 'M2.5 5h3l5 6h3M2.5 11h3l5-6h3',
  grip: 'M6 4h.01M10 4h.01M6 8h.01M10 8h.01M6 12h.01M10 12h.01',
  eye: 'M1.5 8 4.5 4.5h7L14.5 8l-3 3.5h-7zM7 7h2v2H7z',
  'eye-off': 'M1.5 8 4.5 4.5h7L14.5 8l-3 3.5h-7zM2.5 13.5l11-11',
  trash: 'M2.5 4h11M6 4V2.5h4V4M4 4v9.5h8V4M6.5 7v3.5M9.5 7v3.5',
  edit: 'M2.5 13.5v-3l8-8 3 3-8 8zM8.5 4.5l3 3',
  external: 'M6.5 2.5h-4v11h11v-4M9.5 2.5h4v4M13.5 2.5l-6 6',
  mail: 'M2.5 3.5h11v9h-11zM2.5 4 8 8.5 13.5 4',
  phone: 'M4.5 1.5h7v13h-7zM7.5 12h1',
  desktop: 'M1.5 2.5h13v8h-13zM5.5 13.5h5M8 10.5v3',
  sun: 'M5.5 5.5h5v5h-5zM8 1.5v1M8 13.5v1M1.5 8h1M13.5 8h1',
  moon: 'M9.5 2.5h-3v2h-2v5h2v2h5v-2h2v-2h-4z',
  panel: 'M2.5 2.5h11v11h-11zM6.5 2.5v11',
  key: 'M2.5 5.5h5v5h-5zM7.5 8h6v2.5M11 8v2',
  download: 'M8 2.5v8M4.5 7 8 10.5 11.5 7M2.5 13.5h11',
  upload: 'M8 10.5v-8M4.5 6 8 2.5 11.5 6M2.5 13.5h11',
  warn: 'M8 2.5 14 13.5H2zM8 6.5v3.2M8 11.6v.1',
  refresh: 'M13.5 3v3.5H10M13 6.5a5.5 5.5 0 1 0 .5 3',
} as const;

export type IconName = keyof typeof PATHS;

/** A decorative icon. Its meaning must also be in the text or label beside it. */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  return (
    <svg className={clsx('ui-icon', className)} viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}

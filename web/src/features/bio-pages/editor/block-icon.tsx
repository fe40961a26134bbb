// The icons of block types, in the style of the kit's icons. They are apart from them, because only the editor loads them.
const PATHS = {
  link: 'm6.5 9.5 3-3M5 7.5 2.5 10v3.5H6L8.5 11M7.5 5 10 2.5h3.5V6L11 8.5',
  heading: 'M3.5 2.5v11M12.5 2.5v11M3.5 8h9',
  text: 'M2.5 4h11M2.5 8h11M2.5 12h6',
  image: 'M1.5 2.5h13v11h-13zM1.5 11l4-4 4 4 2-2 3 3M10.5 5.5h.1',
  gallery: 'M1.5 4.5h10v9h-10zM4.5 2.5h10v9M1.5 11l3-3 4 4',
  video: 'M1.5 3.5h13v9h-13zM6.5 6v4l4-2z',
  music: 'M6 12.5V3.5l7-1v9M6 12.5H3v-2.5h3zM13 11.5h-3V9h3z',
  social: 'M2.5 2.5h4v4h-4zM9.5 2.5h4v4h-4zM6 9.5h4v4H6zM6.5 6.5 7.5 9.5M9.5 6.5l-1 3',
  contact: 'M2.5 3.5h11v9h-11zM2.5 4 8 8.5 13.5 4',
  vcard: 'M1.5 3.5h13v9h-13zM4 6h3v2.5H4zM9.5 6.5H12M9.5 9H12M4 10.5h3',
  form: 'M1.5 2.5h13v11h-13zM4 5.5h8v2H4zM4 10.5h4',
  faq: 'M2.5 2.5h11v8h-6l-3 3v-3h-2zM6.5 5.5V5h3v1.5H8v1M8 8.8v.1',
  countdown: 'M2.5 2.5h11v11h-11zM8 5v3.5h3',
  divider: 'M1.5 8h13M4 4.5h8M4 11.5h8',
  map: 'M8 14 3.5 8V2.5h9V8zM6.5 5h3v3h-3z',
  qr: 'M2.5 2.5h4v4h-4zM9.5 2.5h4v4h-4zM2.5 9.5h4v4h-4zM9.5 9.5h.5M13.5 10v1.5M10 13.5h3.5',
  product: 'M3 5.5h10l.5 8h-11zM5.5 5.5V2.5h5v3',
  html: 'M5.5 4 1.5 8l4 4M10.5 4l4 4-4 4M9 2.5 7 13.5',
  group: 'M2.5 2.5h11v4h-11zM5.5 9h8M5.5 13h8M2.5 6.5V13h1',
} as const;

export type BlockIconName = keyof typeof PATHS;

/** A decorative icon of a block type. */
export function BlockIcon({ name }: { name: BlockIconName }) {
  return (
    <svg className="ui-icon bio-type-icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}

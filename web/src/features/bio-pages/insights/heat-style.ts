import { formatShare } from '@/shared/lib/format';
import type { BlockClicks } from './block-clicks';

/** Background and text of each step in the light and in the dark theme: the tokens h0 to h5, which the frame cannot read. */
const COLORS = {
  light: [
    ['oklch(0.945 0.008 95)', 'oklch(0.47 0.018 200)'],
    ['oklch(0.9 0.042 168)', 'oklch(0.22 0.018 200)'],
    ['oklch(0.79 0.078 168)', 'oklch(0.22 0.018 200)'],
    ['oklch(0.65 0.098 169)', 'oklch(0.22 0.018 200)'],
    ['oklch(0.5 0.098 170)', '#fff'],
    ['oklch(0.35 0.07 172)', '#fff'],
  ],
  dark: [
    ['oklch(0.265 0.015 200)', 'oklch(0.74 0.014 190)'],
    ['oklch(0.34 0.038 178)', '#fff'],
    ['oklch(0.44 0.062 174)', '#fff'],
    ['oklch(0.56 0.088 171)', '#fff'],
    ['oklch(0.69 0.112 169)', 'oklch(0.22 0.018 200)'],
    ['oklch(0.84 0.125 167)', 'oklch(0.22 0.018 200)'],
  ],
} as const;

const ID = /^[a-z0-9_]+$/;

/**
 * Returns the HTML of a page's preview with the given blocks colored by their clicks, each with its share: buttons are
 * filled, other blocks have a border. Everything else fades. Groups are open. `dark` is the theme of the dashboard,
 * whose legend explains the colors.
 */
export function withHeat(html: string, blocks: readonly BlockClicks[], dark: boolean): string {
  const shown = blocks.filter(({ id, removed }) => !removed && ID.test(id));
  const rules = shown.map(({ id, share, step }) => {
    const [background, color] = COLORS[dark ? 'dark' : 'light'][step];
    const block = `[data-block="${id}"]`;
    return `${block}{--heat:${background};--heat-text:${color}}
${block}::after{content:"${formatShare(share)}"}`;
  });
  const any = `:is(${shown.map(({ id }) => `[data-block="${id}"]`).join(',')})`;
  const style = `main>header,section [data-block]{opacity:.35}
section details[data-block]{opacity:1}
${any}{position:relative;opacity:1!important;outline:2px solid var(--heat);outline-offset:2px}
${any}::after{position:absolute;inset:-14px 10px auto auto;padding:0 8px;border-radius:9px;background:var(--heat);color:var(--heat-text);font-size:12px;line-height:18px;font-weight:700;font-variant-numeric:tabular-nums}
a.b${any}{padding-inline:64px!important;outline:0;background:var(--heat)!important;color:var(--heat-text)!important;border-color:var(--heat-text)!important}
a.b${any}::after{inset:0 14px 0 auto;display:flex;align-items:center;padding:0;background:none;font-size:inherit}
${rules.join('\n')}`;
  return html
    .replace('</style>', `${style}</style>`)
    .replaceAll('<details class="c" data-block', '<details open class="c" data-block');
}

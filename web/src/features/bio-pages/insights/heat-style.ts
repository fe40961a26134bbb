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
 * Returns the HTML of a page's preview with the blocks that have links colored by their clicks, each with its share.
 * Everything else fades. Groups are open. `dark` is the theme of the dashboard, whose legend explains the colors.
 */
export function withHeat(html: string, blocks: readonly BlockClicks[], dark: boolean): string {
  const rules = blocks
    .filter(({ id, removed }) => !removed && ID.test(id))
    .map(({ id, share, step }) => {
      const [background, color] = COLORS[dark ? 'dark' : 'light'][step];
      const block = `a.b[data-block="${id}"]`;
      return `${block}{opacity:1;background:${background}!important;color:${color}!important;border-color:${color}!important}
${block}::after{content:"${formatShare(share)}"}`;
    });
  const style = `main>header,section [data-block]{opacity:.35}
section details[data-block]{opacity:1}
a.b[data-block]{position:relative;padding-inline:64px!important}
a.b[data-block]::after{position:absolute;inset:0 14px 0 auto;display:flex;align-items:center;font-weight:700;font-variant-numeric:tabular-nums}
${rules.join('\n')}`;
  return html
    .replace('</style>', `${style}</style>`)
    .replaceAll('<details class="c" data-block', '<details open class="c" data-block');
}

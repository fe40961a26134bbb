import type { Block, PageDraft, Theme } from '@/entities/bio-page/bio-page.types';
import { t } from '@/shared/i18n/t';
import { blockName } from '../block-types';
import { flatten, isGroup, type Row } from './block-tree';
import { isSame } from './draft';

/** A difference between two versions of a page, from the first to the second. */
export interface Difference {
  kind: 'added' | 'removed' | 'changed' | 'moved';
  /** `Link “Portfolio”`, or the label of a field. */
  name: string;
}

const LABELS = {
  title: 'Title',
  description: 'Description',
  avatar: 'Profile picture',
  ageGate: 'Age gate',
  language: t('Language'),
} as const satisfies Partial<Record<keyof PageDraft, string>>;

const FIELDS = Object.keys(LABELS) as (keyof typeof LABELS)[];

/** The settings of a theme but its background image, in one order. */
function designOf({ preset, mode, font, shape, buttonStyle, background, colors }: Theme): unknown {
  return {
    preset,
    mode,
    font,
    shape,
    buttonStyle,
    background: background === 'image' ? undefined : background,
    colors,
  };
}

const imageOf = ({ backgroundImage, backgroundShade }: Theme) => [backgroundImage, backgroundImage && backgroundShade];

/** What the server adds to a block, and the children of a group, which are rows of their own. */
function ownFields(block: Block): unknown {
  // The server omits empty fields.
  const filled = Object.fromEntries(Object.entries(block).filter(([, value]) => value !== ''));
  const { url, shortUrl, ...fields } = filled as Block & { url?: unknown; shortUrl?: unknown };
  if (isGroup(block)) return { ...fields, blocks: undefined };
  return 'linkId' in fields ? fields : { ...fields, url };
}

/** The rows that keep their order and parent between both lists: a longest common subsequence. */
function unmoved(before: readonly Row[], after: readonly Row[]): Set<string> {
  const key = ({ block, parentId }: Row) => `${parentId ?? ''}/${block.id}`;
  const a = before.map(key);
  const b = after.map(key);
  const lengths = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const row = lengths[i];
      if (row) row[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const ids = new Set<string>();
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) {
      ids.add(after[j]?.block.id ?? '');
      i++;
      j++;
    } else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return ids;
}

/** Lists what differs between two versions of a page: fields, then blocks in the order of the second version. */
export function pageDifferences(before: PageDraft, after: PageDraft): Difference[] {
  const fields = FIELDS.filter((field) => !isSame(before[field] || null, after[field] || null)).map(
    (field): Difference => ({ kind: 'changed', name: LABELS[field] }),
  );
  if (!isSame(designOf(before.theme), designOf(after.theme))) fields.push({ kind: 'changed', name: 'Design' });
  if (!isSame(imageOf(before.theme), imageOf(after.theme))) fields.push({ kind: 'changed', name: 'Background image' });
  if (before.startsAt !== after.startsAt || before.endsAt !== after.endsAt) {
    fields.push({ kind: 'changed', name: 'Schedule' });
  }
  const old = flatten(before.blocks);
  const current = flatten(after.blocks);
  const oldById = new Map(old.map(({ block }) => [block.id, block]));
  const currentIds = new Set(current.map(({ block }) => block.id));
  const still = unmoved(old, current);
  const blocks = current.flatMap(({ block }): Difference[] => {
    const was = oldById.get(block.id);
    if (!was) return [{ kind: 'added', name: blockName(block) }];
    if (!isSame(ownFields(was), ownFields(block))) return [{ kind: 'changed', name: blockName(block) }];
    return still.has(block.id) ? [] : [{ kind: 'moved', name: blockName(block) }];
  });
  const removed = old
    .filter(({ block }) => !currentIds.has(block.id))
    .map(({ block }): Difference => ({ kind: 'removed', name: blockName(block) }));
  return [...fields, ...blocks, ...removed];
}

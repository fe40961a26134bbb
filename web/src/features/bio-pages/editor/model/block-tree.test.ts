import { describe, expect, it } from 'vitest';
import type { Block, GroupBlock } from '@/entities/bio-page/bio-page.types';
import {
  dropPosition,
  duplicateBlock,
  flatten,
  hideBlocks,
  INDENT,
  insertBlock,
  moveBlock,
  positionOf,
  removeBlock,
  replaceBlock,
  withLinks,
} from './block-tree';

const common = { visible: true, startsAt: null, endsAt: null } as const;
const text = (id: string): Block => ({ ...common, id, type: 'text', text: id });
const group = (id: string, ...blocks: Block[]): GroupBlock => ({ ...common, id, type: 'group', title: id, blocks });

/** "a g(b c) d": the ids in order, the children of a group in parentheses. */
function outline(blocks: readonly Block[]): string {
  return blocks.map((block) => (block.type === 'group' ? `${block.id}(${outline(block.blocks)})` : block.id)).join(' ');
}

const page = [text('a'), group('g', text('b'), text('c')), text('d'), group('h')];

describe('block tree', () => {
  it('hides blocks, in groups too, and leaves the others as they are', () => {
    const hidden = hideBlocks(page, new Set(['a', 'c']));
    expect(flatten(hidden).flatMap(({ block }) => (block.visible ? [] : block.id))).toEqual(['a', 'c']);
    expect(outline(hidden)).toBe(outline(page));
  });

  it('adds the links that the server created, in groups too', () => {
    const link = (id: string, fields: object): Block => ({ ...common, id, type: 'link', title: id, ...fields });
    const address = { url: 'https://example.com/' };
    const blocks = [link('l', address), group('g', link('m', address)), link('n', {}), link('o', { linkId: 'lnk_9' })];
    const saved = [
      link('l', { ...address, linkId: 'lnk_1' }),
      group('g', link('m', { ...address, linkId: 'lnk_2' })),
      link('n', { linkId: 'lnk_3' }),
      link('o', { linkId: 'lnk_4' }),
    ];
    const links = flatten(withLinks(blocks, saved)).flatMap(({ block }) =>
      block.type === 'link' ? [[block.id, block.linkId]] : [],
    );
    expect(links).toEqual([
      ['l', 'lnk_1'],
      ['m', 'lnk_2'],
      ['n', undefined],
      ['o', 'lnk_9'],
    ]);
    expect(withLinks(page, page)).toBe(page);
  });

  it('lists groups before their children', () => {
    expect(flatten(page).map(({ block, parentId }) => [block.id, parentId])).toEqual([
      ['a', null],
      ['g', null],
      ['b', 'g'],
      ['c', 'g'],
      ['d', null],
      ['h', null],
    ]);
  });

  it('moves a block within the page, into a group and out of it', () => {
    expect(outline(moveBlock(page, 'd', { parentId: null, index: 0 }))).toBe('d a g(b c) h()');
    expect(outline(moveBlock(page, 'a', { parentId: 'g', index: 1 }))).toBe('g(b a c) d h()');
    expect(outline(moveBlock(page, 'b', { parentId: null, index: 1 }))).toBe('a b g(c) d h()');
    expect(outline(moveBlock(page, 'c', { parentId: 'h', index: 0 }))).toBe('a g(b) d h(c)');
  });

  it('does not move a group into a group', () => {
    expect(moveBlock(page, 'h', { parentId: 'g', index: 0 })).toBe(page);
  });

  it('returns the same list for a move to the same place and for an unknown block', () => {
    expect(moveBlock(page, 'c', { parentId: 'g', index: 1 })).toBe(page);
    expect(moveBlock(page, 'x', { parentId: null, index: 0 })).toBe(page);
  });

  it('removes a block, a group with its children', () => {
    expect(outline(removeBlock(page, 'b'))).toBe('a g(c) d h()');
    expect(outline(removeBlock(page, 'g'))).toBe('a d h()');
  });

  it('inserts at the end of the page when the group was deleted', () => {
    expect(outline(insertBlock([text('a')], text('b'), { parentId: 'gone', index: 0 }))).toBe('a b');
  });

  it('duplicates a group with new ids after it', () => {
    let number = 0;
    const copied = duplicateBlock(page, 'g', () => `n${++number}`);
    expect(outline(copied)).toBe('a g(b c) n1(n2 n3) d h()');
  });

  it('replaces a block in a group', () => {
    const next = { ...text('c'), visible: false };
    const replaced = replaceBlock(page, next);
    expect(positionOf(replaced, 'c')).toEqual({ parentId: 'g', index: 1 });
    expect(flatten(replaced).find(({ block }) => block.id === 'c')?.block).toBe(next);
    expect(replaceBlock(replaced, next)).toBe(replaced);
  });
});

describe('dropPosition', () => {
  const rows = flatten(page);
  const drop = (active: string, over: string, offsetX = 0) => dropPosition(rows, active, over, offsetX);

  it('drops between children into their group', () => {
    expect(drop('a', 'b')).toEqual({ parentId: 'g', index: 1 });
    expect(drop('d', 'c')).toEqual({ parentId: 'g', index: 1 });
  });

  it('drops after the last child at the top level, or into the group when moved to the right', () => {
    expect(drop('a', 'c')).toEqual({ parentId: null, index: 1 });
    expect(drop('a', 'c', INDENT)).toEqual({ parentId: 'g', index: 2 });
  });

  it('leaves the group when moved to the left', () => {
    expect(drop('c', 'c')).toEqual({ parentId: 'g', index: 1 });
    expect(drop('c', 'c', -INDENT)).toEqual({ parentId: null, index: 2 });
  });

  it('enters the empty group above when moved to the right', () => {
    const last = [...rows, { block: text('e'), parentId: null }];
    expect(dropPosition(last, 'e', 'e', INDENT)).toEqual({ parentId: 'h', index: 0 });
    expect(dropPosition(last, 'e', 'e', 0)).toEqual({ parentId: null, index: 4 });
  });

  it('keeps a group at the top level', () => {
    const without = rows.filter(({ parentId }) => parentId !== 'h');
    expect(dropPosition(without, 'h', 'b', INDENT)).toEqual({ parentId: null, index: 2 });
  });

  it('does not enter anything below a block that is not a group', () => {
    expect(drop('d', 'd', INDENT)).toEqual({ parentId: 'g', index: 2 });
    expect(
      dropPosition(
        [
          { block: text('x'), parentId: null },
          { block: text('y'), parentId: null },
        ],
        'y',
        'y',
        INDENT,
      ),
    ).toEqual({ parentId: null, index: 1 });
  });
});

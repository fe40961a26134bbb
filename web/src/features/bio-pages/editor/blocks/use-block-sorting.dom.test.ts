import type { DragStartEvent } from '@dnd-kit/core';
import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Block } from '@/entities/bio-page/bio-page.types';
import { useBlockSorting } from './use-block-sorting';

const heading = (id: string, text: string) =>
  ({ id, type: 'heading', text, level: 2, visible: true, startsAt: null, endsAt: null }) as Block;

function renderSorting(initial: Block[]) {
  const options = { nameOf: () => 'Heading', onStart: () => undefined, onMove: () => undefined };
  return renderHook(({ blocks }) => useBlockSorting({ ...options, blocks }), { initialProps: { blocks: initial } });
}

it('returns the same ids and sensors when only the text of a block changes, so that other rows do not render', () => {
  const second = heading('b', 'Two');
  const { result, rerender } = renderSorting([heading('a', 'One'), second]);
  const { ids, context } = result.current;
  rerender({ blocks: [heading('a', 'One!'), second] });
  expect(result.current.rows.map(({ block }) => block)).toEqual([heading('a', 'One!'), second]);
  expect(result.current.ids).toBe(ids);
  expect(result.current.context.sensors).toBe(context.sensors);
});

it('returns the same ids after a move between drags, and the order of the rows during and after a drag', () => {
  const [first, second, third] = [heading('a', 'One'), heading('b', 'Two'), heading('c', 'Three')];
  const { result, rerender } = renderSorting([first, second, third]);
  const { ids } = result.current;
  expect(ids).toEqual(['a', 'b', 'c']);
  rerender({ blocks: [second, first, third] });
  expect(result.current.ids).toBe(ids);
  expect(result.current.rows.map(({ block }) => block.id)).toEqual(['b', 'a', 'c']);

  const active = { id: 'a' } as DragStartEvent['active'];
  act(() => result.current.context.onDragStart({ active } as DragStartEvent));
  expect(result.current.ids).toEqual(['b', 'a', 'c']);
  rerender({ blocks: [second, first] });
  expect(result.current.ids).toEqual(['b', 'a']);
  act(() => result.current.context.onDragCancel());
  rerender({ blocks: [first, second] });
  expect(result.current.ids).toEqual(['b', 'a']);
});

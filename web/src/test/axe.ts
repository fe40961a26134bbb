import axe from 'axe-core';
import { expect } from 'vitest';

/** Fails with every fault of accessibility that can be seen without a layout (colors are checked in the browser). */
export async function expectAccessible(container: Element = document.body): Promise<void> {
  const { violations } = await axe.run(container, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  });
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
  expect(found).toEqual([]);
}

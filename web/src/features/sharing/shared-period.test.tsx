import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderScreen } from '@/test/render';
import { SharedPeriod } from './shared-period';
import type { Selection } from './shared-state';

const selection = { interval: '28d', filters: [], parts: [], traffic: 'human' } as unknown as Selection;

it("selects the page's own period when the URL has none", async () => {
  await renderScreen(<SharedPeriod selection={selection} state={{ filters: {} }} change={vi.fn()} />);
  expect(await screen.findByRole('radio', { name: '28 days' })).toBeChecked();
  expect(screen.getByRole('radio', { name: '7 days' })).not.toBeChecked();
});

it('clears the period when the own period is selected again', async () => {
  const change = vi.fn();
  await renderScreen(<SharedPeriod selection={selection} state={{ interval: '7d', filters: {} }} change={change} />);
  await userEvent.click(await screen.findByRole('radio', { name: '28 days' }));
  expect(change).toHaveBeenCalledWith({ interval: undefined });
});

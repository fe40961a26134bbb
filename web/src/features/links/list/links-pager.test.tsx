import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { LinksPager } from './links-pager';

const props = { per: 50, shown: 50, total: 10_000, withoutArchived: false, onPage: vi.fn(), onPer: vi.fn() } as const;

it('leads beyond the pages that are counted', () => {
  render(<LinksPager {...props} page={200} isMinimum more />);
  expect(screen.getByText('9,951–10,000 of 10,000+')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Page 201' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Next' })).toBeEnabled();
});

it('ends with the last page that is counted', () => {
  render(<LinksPager {...props} page={200} isMinimum={false} more={false} />);
  expect(screen.getByText('9,951–10,000 of 10,000')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Next' })).toBeDisabled();
});

it('says that archived links are left out', () => {
  render(<LinksPager {...props} page={1} isMinimum={false} more withoutArchived />);
  expect(screen.getByText('1–50 of 10,000, without archived links')).toBeVisible();
});

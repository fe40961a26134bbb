import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '@/test/render';
import { VariantsTable } from './variants-panel';

const row = (key: string, clicks: number, uniques: number, sales = 0) => ({
  key,
  label: key,
  clicks,
  uniques,
  leads: sales,
  sales,
  saleAmount: [],
});

it('shows clicks, share, visitors and sales of each variant', async () => {
  const rows = [row('https://shop.example/a', 30, 20, 5), row('https://shop.example/b', 10, 10), row('', 99, 99)];
  await renderScreen(<VariantsTable rows={rows} />);
  const panel = within(await screen.findByRole('region', { name: 'Variants' }));
  const cells = panel.getAllByRole('row').map((one) => one.textContent?.replace(/\s%/g, '%'));
  expect(cells).toEqual([
    'VariantClicksShareVisitorsLeadsSalesSales per visitor',
    'shop.example/a3075%205525%',
    'shop.example/b1025%10000%',
  ]);
});

it('renders nothing without split clicks', async () => {
  await renderScreen(<VariantsTable rows={[row('', 9, 9)]} />);
  expect(screen.queryByRole('region', { name: 'Variants' })).toBeNull();
});

import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { UsageMeter } from './usage-meter';

it('warns of a limit that is reached, except of one', () => {
  const meters = [
    { label: 'Links', used: 100, limit: 100 },
    { label: 'Members', used: 1, limit: 1 },
  ];
  render(
    meters.map((meter) => (
      <UsageMeter key={meter.label} {...meter}>
        {() => null}
      </UsageMeter>
    )),
  );
  expect(screen.getByRole('progressbar', { name: 'Links' })).toHaveClass('ui-full');
  expect(screen.getByRole('progressbar', { name: 'Members' })).not.toHaveClass('ui-full');
});

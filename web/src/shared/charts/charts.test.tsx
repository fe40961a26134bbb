import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { expectAccessible } from '@/test/axe';
import { axisLabel, bucketTitle, isCurrentBucket } from './buckets';
import { ChartFrame } from './chart-frame';
import { HeatMatrix } from './heat-matrix';
import { heatTotals } from './heat-totals';
import { stackedPaths } from './imported-layer';
import { ModuleBars } from './module-bars';
import { modulesOf, quantileSteps } from './quantiles';
import { countTicks, labelStops } from './ticks';
import { TimeChart } from './time-chart';
import { timePaths } from './time-chart-paths';
import { timesUsual } from './usual';

describe('quantile steps', () => {
  it('puts equally many distinct values on each of five steps', () => {
    const step = quantileSteps([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(step)).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
  });
  it('counts steps by rank, not by height', () => {
    const step = quantileSteps([1, 2, 3, 4, 1_000_000]);
    expect([4, 1_000_000].map(step)).toEqual([4, 5]);
  });
  it('gives zero a step of its own and ignores zeros in the ranks', () => {
    expect([0, 1, 2].map(quantileSteps([0, 0, 0, 0, 0, 0, 1, 2]))).toEqual([0, 2, 4]);
  });
  it('keeps many equal values in the middle and a single peak on top', () => {
    const step = quantileSteps([...Array<number>(100).fill(1), 50]);
    expect([step(1), step(50)]).toEqual([3, 5]);
  });
  it('has no steps without values', () => {
    expect(quantileSteps([])(3)).toBe(0);
  });
});

describe('what is unusual', () => {
  const week = [100, 110, 90, 105, 95, 100, 190];
  it.each([
    [190, week, 1.9],
    [110, week, null],
    // Too few buckets to know what is usual, too few clicks to speak of, nothing usual at all.
    [190, [100, 190], null],
    [9, [1, 1, 1, 1, 1, 1, 9], null],
    [50, [0, 0, 0, 0, 0, 0, 50], null],
  ])('%d among %j', (value, values, times) => expect(timesUsual(value, values)).toBe(times));
});

describe('modules', () => {
  it.each([
    [0, 10, 0],
    [0.01, 10, 1],
    [5, 10, 5],
    [10, 10, 9],
    [3, 0, 0],
  ])('%d of %d is %d of 9', (value, max, count) => expect(modulesOf(value, max, 9)).toBe(count));

  it('draws a quiet day pale, the best one and the open one apart', () => {
    const { container } = render(<ModuleBars values={[0, 9, 3, 1]} best={1} open label="Clicks" />);
    const drawn = [...container.querySelectorAll('path')].map((path) => path.getAttribute('class'));
    expect(drawn).toEqual(['chart-zero', 'chart-best', 'chart-open', 'chart-plain']);
    expect(container.querySelector('.chart-best')).toHaveAttribute('d', 'M14 88v-88');
    expect(screen.getByRole('img', { name: 'Clicks' })).toBeInTheDocument();
  });
});

describe('ticks', () => {
  it.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [730, [0, 200, 400, 600, 800]],
  ])('up to %d', (max, ticks) => expect(countTicks(max)).toEqual(ticks));
  it.each([5, 7, 13, 99, 1234, 98_765])('%d lies within the axis, on whole numbers', (max) => {
    const ticks = countTicks(max);
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(max);
    expect(ticks.every(Number.isInteger)).toBe(true);
  });
  it('labels evenly from the first', () => {
    expect(labelStops(28, 7)).toEqual([0, 4, 8, 12, 16, 20, 24]);
    expect(labelStops(30, 7)).toEqual([0, 5, 10, 15, 20, 25]);
    expect(labelStops(0, 7)).toEqual([]);
  });
});

describe('buckets', () => {
  it('names them in the given zone', () => {
    expect(bucketTitle('2026-11-13T00:00:00Z', 'day', 'UTC')).toBe('Fri 13 Nov');
    expect(bucketTitle('2026-11-12T23:00:00Z', 'day', 'Europe/Berlin')).toBe('Fri 13 Nov');
    expect(bucketTitle('2026-11-13T14:00:00Z', 'hour', 'UTC')).toBe('Fri 13 Nov, 14:00');
    expect(bucketTitle('2026-11-01T00:00:00Z', 'month', 'UTC')).toBe('November 2026');
  });
  it('says the month where it changes', () => {
    expect(axisLabel('2026-10-28T00:00:00Z', '2026-10-24T00:00:00Z', 'day', 'UTC')).toBe('28');
    expect(axisLabel('2026-11-01T00:00:00Z', '2026-10-28T00:00:00Z', 'day', 'UTC')).toBe('1 Nov');
  });
  it('detects the current bucket', () => {
    const now = new Date('2026-11-13T10:00:00Z');
    expect(isCurrentBucket('2026-11-13T00:00:00Z', 'day', now)).toBe(true);
    expect(isCurrentBucket('2026-11-12T00:00:00Z', 'day', now)).toBe(false);
  });
});

describe('the stepped time chart', () => {
  const points = [4, 8, 2].map((clicks, at) => ({ start: `2026-01-0${at + 1}T00:00:00Z`, clicks }));

  it('steps instead of curving and leaves the open bucket out of the solid line', () => {
    const paths = timePaths([4, 8, 2], [], 8, true);
    expect(paths.line).not.toMatch(/C/);
    expect(paths.line).toMatch(/^M0,150/);
    expect(paths.open).toMatch(/1000,225$/);
    expect(paths.before).toBe('');
  });

  it('stacks another series on its buckets, outlined where it has a value', () => {
    const { clip, edge } = stackedPaths([4, 8], [4, 0], 8);
    expect(clip).toBe('polygon(0% 0%, 50% 0%, 50% 0%, 100% 0%, 100% 0%, 50% 0%, 50% 50%, 0% 50%)');
    expect(edge).toBe('M0,150V0H500V150');
  });

  it.each([3, 20])('reads and draws imported clicks apart in %i buckets', async (count) => {
    const days = Array.from({ length: count }, (_, at) => ({
      start: new Date(Date.UTC(2026, 0, at + 1)).toISOString(),
      clicks: 4,
      ...(at === 0 && { imported: 1500 }),
    }));
    const { container } = render(<TimeChart points={days} granularity="day" timeZone="UTC" label="Clicks" />);
    const chart = screen.getByRole('slider');
    chart.focus();
    await userEvent.keyboard('{Home}');
    expect(chart).toHaveAttribute('aria-valuetext', 'Thu 1 Jan: 4 clicks, 1,500 imported');
    await waitFor(() => expect(container.querySelectorAll('.time-bars u, .time-imported')).toHaveLength(1));
    expect(container.querySelector('.chart-y span')).toHaveTextContent('2K');
    await userEvent.keyboard('{ArrowRight}');
    expect(chart).toHaveAttribute('aria-valuetext', 'Fri 2 Jan: 4 clicks');
  });

  it('is read and moved by the arrow keys', async () => {
    render(<TimeChart points={points} before={points} granularity="day" timeZone="UTC" label="Clicks" />);
    const chart = screen.getByRole('slider', { name: 'Clicks per day, Thu 1 Jan to Sat 3 Jan' });
    chart.focus();
    await userEvent.keyboard('{ArrowLeft}');
    expect(chart).toHaveAttribute('aria-valuetext', 'Fri 2 Jan: 8 clicks, 8 in the previous period');
    await userEvent.keyboard('{Home}{ArrowLeft}');
    expect(chart).toHaveAttribute('aria-valuenow', '0');
  });

  it('shows its figures as a table', async () => {
    render(
      <ChartFrame title="Clicks" table={{ head: ['Day', 'Clicks'], rows: [['Thu 1 Jan', '4']] }}>
        <p>chart</p>
      </ChartFrame>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'View as table' }));
    expect(screen.getByRole('cell', { name: 'Thu 1 Jan' })).toBeVisible();
    expect(screen.queryByText('chart')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'View as chart' }));
    expect(screen.getByText('chart')).toBeVisible();
  });
});

describe('the hour matrix', () => {
  const cells = [
    { weekday: 2, hour: 18, clicks: 6 },
    { weekday: 7, hour: 3, clicks: 2 },
  ];

  it('sums days and hours and finds the best slot', () => {
    const totals = heatTotals(cells);
    expect(totals.days).toEqual([0, 6, 0, 0, 0, 0, 2]);
    expect(totals.hours[18]).toBe(6);
    expect(totals.best).toEqual({ weekday: 2, hour: 18, clicks: 6, share: 0.75 });
    expect(heatTotals([]).best).toBeNull();
  });

  it('ignores cells outside of the week', () => {
    expect(heatTotals([{ weekday: 8, hour: 1, clicks: 5 }]).total).toBe(0);
  });

  it('is a grid of 168 cells that the arrow keys walk through', async () => {
    render(<HeatMatrix cells={cells} label="Clicks by weekday and hour" />);
    expect(screen.getAllByRole('gridcell')).toHaveLength(168);
    await expectAccessible();
    const best = screen.getByRole('gridcell', { name: 'Tuesday 18:00: 6 clicks, 75%' });
    expect(best).toHaveAttribute('tabindex', '0');
    best.focus();
    await userEvent.keyboard('{ArrowUp}{ArrowUp}{End}{ArrowRight}');
    expect(screen.getByRole('gridcell', { name: /^Monday 23:00: 0 clicks/ })).toHaveFocus();
  });
});

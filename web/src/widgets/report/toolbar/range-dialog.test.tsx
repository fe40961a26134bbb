import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { resolveReport } from '@/entities/analytics/model/report-query';
import { readReport } from '@/entities/analytics/model/report-search';
import { renderScreen } from '@/test/render';
import { ReportContext, type ReportSettings } from '@/widgets/report/report-context';
import { RangeDialog } from './range-dialog';

const NOW = Date.parse('2026-11-20T12:00:00Z');

async function open() {
  const state = readReport({});
  const settings: ReportSettings = {
    state,
    ...resolveReport(state, undefined, NOW),
    linkId: undefined,
    now: NOW,
    change: () => {},
    ready: false,
  };
  const onChoose = vi.fn();
  const onClose = vi.fn();
  const { user } = await renderScreen(
    <ReportContext value={settings}>
      <RangeDialog title="Custom period" onChoose={onChoose} onClose={onClose} />
    </ReportContext>,
  );
  const first = screen.getByLabelText('First day');
  const last = screen.getByLabelText('Last day');
  const set = async (input: HTMLElement, day: string) => {
    await user.clear(input);
    if (day) await user.type(input, day);
  };
  const apply = () => user.click(screen.getByRole('button', { name: 'Apply' }));
  return { first, last, set, apply, onChoose, onClose };
}

it.each([
  { from: '2026-11-12', to: '2026-11-03', message: 'The last day is before the first day.' },
  { from: '2026-11-12', to: '', message: 'Enter both days.' },
  { from: '', to: '2026-11-03', message: 'Enter both days.' },
])('rejects the range from "$from" to "$to"', async ({ from, to, message }) => {
  const { first, last, set, apply, onChoose, onClose } = await open();
  await set(first, from);
  await set(last, to);
  await apply();
  expect(await screen.findByRole('alert')).toHaveTextContent(message);
  for (const input of [first, last]) {
    expect(input).toBeInvalid();
    expect(input).toHaveAccessibleDescription(message);
  }
  expect(onChoose).not.toHaveBeenCalled();
  expect(onClose).not.toHaveBeenCalled();
});

it('chooses the range once it is corrected', async () => {
  const { first, last, set, apply, onChoose, onClose } = await open();
  await set(first, '2026-11-12');
  await set(last, '2026-11-03');
  await apply();
  await screen.findByRole('alert');
  await set(last, '2026-11-12');
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  await apply();
  await waitFor(() => expect(onChoose).toHaveBeenCalled());
  expect(onChoose).toHaveBeenCalledExactlyOnceWith('2026-11-12', '2026-11-12');
  expect(onClose).toHaveBeenCalled();
});

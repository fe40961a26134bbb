import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { TIMING } from '@/shared/config/timing';
import { expectAccessible } from '@/test/axe';
import { findToast, renderScreen } from '@/test/render';
import { Button } from './button';
import { Checkbox } from './checkbox';
import { ConfirmDialog } from './confirm-dialog';
import { CopyButton } from './copy-button';
import { DataTable } from './data-table';
import { Dialog } from './dialog';
import { EmptyState } from './empty-state';
import { Field, Input } from './field';
import { ModuleMatrix } from './module-matrix';
import { filledCells, ProgressTrack, Rating } from './progress-track';
import { matches } from './rank-options';
import { Segmented } from './segmented';
import { Switch } from './switch';
import { toast } from './toast';
import { Tooltip } from './tooltip';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a button', () => {
  it('is announced and disabled while busy', () => {
    const press = vi.fn();
    render(
      <Button busy onClick={press}>
        Save
      </Button>,
    );
    const button = screen.getByRole('button', { name: 'Save' });
    fireEvent.click(button);
    expect(button).toHaveAttribute('aria-busy', 'true');
    expect(button).toHaveAttribute('type', 'button');
    expect(press).not.toHaveBeenCalled();
  });
});

describe('a field', () => {
  it('links the hint, or the error instead of it, to its control', () => {
    const field = (error?: string) => (
      <Field label="Name" hint="As on the door." error={error}>
        {(control) => <Input {...control} />}
      </Field>
    );
    const { rerender } = render(field());
    expect(screen.getByLabelText('Name')).toHaveAccessibleDescription('As on the door.');
    rerender(field('Too short.'));
    expect(screen.getByLabelText('Name')).toHaveAccessibleDescription('Too short.');
    expect(screen.getByRole('alert')).toHaveTextContent('Too short.');
    expect(screen.queryByText('As on the door.')).toBeNull();
  });
});

describe('the progress track', () => {
  it.each([
    [0, 100, 0],
    [1, 1000, 1],
    [25, 100, 6],
    [99, 100, 23],
    [100, 100, 24],
    [140, 100, 24],
    [5, 0, 0],
  ])('%d of %d fills %d of 24 cells', (value, max, cells) => expect(filledCells(value, max)).toBe(cells));

  it.each([
    [79, 'ui-track'],
    [80, 'ui-track ui-warn'],
    [100, 'ui-track ui-full'],
  ])('AC-180: at %d percent is drawn as %j and tells its value', (value, look) => {
    render(<ProgressTrack value={value} max={100} label="Links used" />);
    const track = screen.getByRole('progressbar', { name: 'Links used' });
    expect(track).toHaveClass(look, { exact: true });
    expect(track).toHaveAttribute('aria-valuenow', String(value));
  });

  it('AC-45: has the rating as its accessible name', () => {
    render(<Rating value={4} />);
    expect(screen.getByRole('img', { name: 'Rated 4 out of 5' })).toBeInTheDocument();
  });
});

describe('toasts', () => {
  it('AC-211: disappear after four seconds', async () => {
    await renderScreen(<p>Page</p>);
    toast({ title: 'First' });
    await findToast('First');
    vi.useFakeTimers({ shouldAdvanceTime: true });
    toast({ title: 'Second' });
    await act(() => vi.advanceTimersByTimeAsync(TIMING.toastMs - 100));
    expect(screen.getByText('Second')).toBeInTheDocument();
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(screen.queryByText('Second')).toBeNull();
  });

  it('AC-212: show at most three at a time', async () => {
    await renderScreen(<p>Page</p>);
    for (const title of ['One', 'Two', 'Three', 'Four']) toast({ title });
    await findToast('Four');
    const shown = [...document.querySelectorAll('[data-sonner-toast][data-visible=true]')];
    expect(shown.map((item) => item.textContent)).toEqual(['Four', 'Three', 'Two']);
  });

  it('AC-214: are styled for failures, and are announced by one live region', async () => {
    await renderScreen(<p>Page</p>);
    toast({ title: 'Good' });
    toast({ title: 'Bad', text: 'Why', tone: 'bad' });
    const good = await findToast('Good');
    const bad = await findToast('Bad');
    expect(bad).toHaveClass('ui-bad');
    expect(good).not.toHaveClass('ui-bad');
    for (const toastElement of [good, bad]) {
      expect(toastElement.closest('[aria-live="polite"]')).not.toBeNull();
      expect(toastElement).not.toHaveAttribute('role'); // a second live region would be announced twice
    }
  });

  it('offer an action once', async () => {
    const undo = vi.fn();
    const { user } = await renderScreen(<p>Page</p>);
    toast({ title: 'Deleted', action: { label: 'Undo', run: undo } });
    await user.click(within(await findToast('Deleted')).getByRole('button', { name: 'Undo' }));
    expect(undo).toHaveBeenCalledTimes(1);
    await waitFor(() => expect(screen.queryByText('Deleted')).toBeNull());
  });

  it('let Tab pass them, and an action returns the focus to the page', async () => {
    const { user } = await renderScreen(
      <>
        <button type="button">First</button>
        <button type="button">Last</button>
      </>,
    );
    toast({ title: 'Deleted', action: { label: 'Undo', run: () => {} } });
    const undo = within(await findToast('Deleted')).getByRole('button', { name: 'Undo' });
    screen.getByRole('button', { name: 'Last' }).focus();
    await user.tab();
    await user.tab();
    expect(undo).toHaveFocus();
    await user.tab();
    expect(document.body).toHaveFocus();
    await user.tab();
    expect(screen.getByRole('button', { name: 'First' })).toHaveFocus();

    undo.focus();
    await user.keyboard('{Enter}');
    expect(screen.getByRole('button', { name: 'First' })).toHaveFocus();
  });
});

describe('tooltips', () => {
  it('AC-209, AC-210: open after 700 ms, and immediately on focus', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    render(
      <Tooltip text="Copy it">
        <button type="button">Copy</button>
      </Tooltip>,
    );
    const button = screen.getByRole('button');
    fireEvent.pointerMove(button, { pointerType: 'mouse' });
    await act(() => vi.advanceTimersByTimeAsync(TIMING.tooltipDelay - 60));
    expect(screen.queryByRole('tooltip')).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(120));
    expect(screen.getByRole('tooltip')).toHaveTextContent('Copy it');
    fireEvent.pointerLeave(button, { pointerType: 'mouse' });
    fireEvent.keyDown(document, { key: 'Escape' });
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(screen.queryByRole('tooltip')).toBeNull();
    act(() => button.focus());
    expect(screen.getByRole('tooltip')).toBeInTheDocument();
  });
});

describe('the copy button', () => {
  it('copies, blinks, and says so', async () => {
    const { user } = await renderScreen(<CopyButton text="https://lnt.example/a" what="short link" />);
    await user.click(screen.getByRole('button', { name: 'Copy short link' }));
    expect(await screen.findByText('Copied', { selector: '[role=status]' })).toBeInTheDocument();
    expect(document.querySelector('.eye-now')).toBeInTheDocument();
    expect(await navigator.clipboard.readText()).toBe('https://lnt.example/a');
  });
});

describe('the search of a combobox', () => {
  it.each([
    ['Åland Islands', 'aland', 1],
    ['Åland Islands', 'isl', 0.5],
    ['Côte d’Ivoire', 'cote', 1],
    ['France', ' fra ', 1],
    ['France', 'ger', 0],
  ])('%j for %j ranks %d', (text, search, rank) => expect(matches(text, search)).toBe(rank));
});

describe('dialogs', () => {
  it('close on Escape and with the close button, trap the focus, and are accessible', async () => {
    const close = vi.fn();
    const { user } = await renderScreen(
      <Dialog open onClose={close} title="New link" description="Shorten an address.">
        <button type="button">Inside</button>
      </Dialog>,
    );
    const dialog = screen.getByRole('dialog', { name: 'New link' });
    expect(dialog).toHaveAccessibleDescription('Shorten an address.');
    expect(dialog).toContainElement(document.activeElement as HTMLElement);
    await expectAccessible(dialog);
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await user.keyboard('{Escape}');
    expect(close).toHaveBeenCalledTimes(2);
  });

  it('confirm a deletion, with the focus on Cancel, and stay open while it is pending', async () => {
    const close = vi.fn();
    const confirm = vi.fn();
    const ask = (busy: boolean) => (
      <ConfirmDialog open onClose={close} title="Delete /a?" action="Delete link" onConfirm={confirm} busy={busy}>
        It is gone for good.
      </ConfirmDialog>
    );
    const { user, unmount } = await renderScreen(ask(false));
    expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Delete link' }));
    expect(confirm).toHaveBeenCalledTimes(1);
    unmount();
    const busy = await renderScreen(ask(true));
    await busy.user.keyboard('{Escape}');
    expect(close).not.toHaveBeenCalled();
  });
});

describe('the rest of the kit', () => {
  it('keeps exactly one of a segmented switch', async () => {
    const change = vi.fn();
    const options = [
      { value: 'a', label: 'A' },
      { value: 'b', label: 'B' },
    ] as const;
    const { user } = await renderScreen(<Segmented label="Which" value="a" options={options} onChange={change} />);
    await user.click(screen.getByRole('radio', { name: 'A' }));
    await user.click(screen.getByRole('radio', { name: 'B' }));
    expect(change.mock.calls).toEqual([['b']]);
  });

  it('shows a check box that is neither on nor off', () => {
    render(<Checkbox indeterminate aria-label="All" />);
    expect(screen.getByRole('checkbox', { name: 'All' })).toBePartiallyChecked();
  });

  it('is accessible', async () => {
    const { container } = await renderScreen(
      <main>
        <ModuleMatrix rows={[[0, 1, 'best']]} label="Most clicks at two" />
        <DataTable
          caption="Links"
          rows={[{ id: 'a', clicks: 3 }]}
          rowKey={(row) => row.id}
          columns={[
            { key: 'id', head: 'Alias', cell: (row) => row.id },
            { key: 'clicks', head: 'Clicks', numeric: true, cell: (row) => row.clicks },
          ]}
        />
        <EmptyState title="No links yet" action={<Button>New link</Button>}>
          Shorten the first.
        </EmptyState>
        <label htmlFor="on">
          <Switch id="on" defaultChecked /> On
        </label>
      </main>,
    );
    expect(screen.getByRole('cell', { name: '3' })).toHaveClass('ui-numeric');
    await expectAccessible(container);
  });
});

import { screen, waitFor } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { expectAccessible } from '@/test/axe';
import { renderScreen } from '@/test/render';
import { lazyPart } from './lazy-part';

const Rules = () => <p>The rules</p>;
const Faulty = () => {
  throw new Error('a fault of the part');
};
const Range = ({ onClose }: { onClose: () => void }) => (
  <button type="button" onClick={onClose}>
    Apply
  </button>
);

/** Fails as a build does whose files the server no longer has, as often as told. */
function failing<Module>(times: number, module: Module): () => Promise<Module> {
  let left = times;
  return async () => {
    if (left-- > 0) throw Object.assign(new Error('missing'), { name: 'ChunkLoadError' });
    return module;
  };
}

/** React logs errors that a boundary catches. */
function expectLoggedErrors() {
  vi.spyOn(console, 'error').mockImplementation(() => {});
}

function Opener({ Part }: { Part: (props: { onClose: () => void }) => ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Custom range
      </button>
      {open && <Part onClose={() => setOpen(false)} />}
    </>
  );
}

describe('a part of a screen', () => {
  it('keeps the screen and what was typed when its code cannot be loaded, and tries again', async () => {
    expectLoggedErrors();
    const loadRules = failing(2, { Rules });
    const Part = lazyPart(loadRules, 'Rules');
    const { user, container } = await renderScreen(
      <main>
        <input aria-label="Destination" />
        <Part />
      </main>,
    );
    await user.type(screen.getByLabelText('Destination'), 'https://example.com');
    expect(await screen.findByRole('alert')).toHaveTextContent('Part of this page couldn’t be loaded.');
    expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible();
    await expectAccessible(container);

    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('The rules')).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(screen.getByLabelText('Destination')).toHaveValue('https://example.com');
  });

  it('shows what waits in its place', async () => {
    let arrive: (module: { Rules: typeof Rules }) => void = () => {};
    const Part = lazyPart(() => new Promise<{ Rules: typeof Rules }>((resolve) => (arrive = resolve)), 'Rules', 'Wait');
    await renderScreen(<Part />);
    expect(await screen.findByText('Wait')).toBeVisible();
    arrive({ Rules });
    expect(await screen.findByText('The rules')).toBeVisible();
  });

  it('leaves faults of its own to the screen', async () => {
    expectLoggedErrors();
    const Part = lazyPart(async () => ({ Faulty }), 'Faulty');
    await renderScreen(<Part />);
    expect(await screen.findByText('a fault of the part')).toBeVisible();
  });
});

describe('a part that opens over the page', () => {
  it('says so over the page, closes, and tries again when it is opened again', async () => {
    expectLoggedErrors();
    const loadRange = failing(1, { Range });
    const Part = lazyPart(loadRange, 'Range');
    const { user } = await renderScreen(<Opener Part={Part} />);
    await user.click(screen.getByRole('button', { name: 'Custom range' }));
    const dialog = await screen.findByRole('dialog', { name: 'Part of this page couldn’t be loaded.' });
    expect(dialog).toHaveTextContent('If Linnet was updated, reload the page to get the new version.');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

    await user.click(screen.getByRole('button', { name: 'Custom range' }));
    expect(await screen.findByRole('button', { name: 'Apply' })).toBeVisible();
  });
});

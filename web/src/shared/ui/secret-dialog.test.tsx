import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { expectAccessible } from '@/test/axe';
import { renderScreen } from '@/test/render';
import { SecretDialog } from './secret-dialog';

async function renderSecret() {
  const onClose = vi.fn();
  const reveal = { title: 'API key created', label: 'API key', what: 'the key', secret: 'lnt_1' };
  const view = await renderScreen(<SecretDialog title="Deploy" reveal={reveal} onClose={onClose} />);
  await screen.findByRole('dialog', { name: 'Deploy' });
  return { ...view, onClose };
}

describe('a dialog with a secret', () => {
  it('does not close on Escape or a click outside, and has no close button', async () => {
    const { user, onClose } = await renderSecret();
    await expectAccessible(screen.getByRole('dialog'));
    await user.keyboard('{Escape}');
    fireEvent.pointerDown(document.querySelector('.ui-overlay') as Element);
    expect(onClose).not.toHaveBeenCalled();
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
  });

  it('closes with Done once the secret is copied', async () => {
    const { user, onClose } = await renderSecret();
    await user.click(screen.getByRole('button', { name: 'Copy the key' }));
    await waitFor(async () => expect(await navigator.clipboard.readText()).toBe('lnt_1'));
    await user.click(screen.getByRole('button', { name: 'Done' }));
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('asks before it closes without a copy', async () => {
    const { user, onClose } = await renderSecret();
    await user.click(screen.getByRole('button', { name: 'Done' }));
    await screen.findByRole('alertdialog', { name: 'Close without copying the key?' });
    await user.click(screen.getByRole('button', { name: 'Go back' }));
    expect(onClose).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Done' }));
    await user.click(await screen.findByRole('button', { name: 'Close anyway' }));
    expect(onClose).toHaveBeenCalledOnce();
  });
});

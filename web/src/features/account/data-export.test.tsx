import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { expectAccessible } from '@/test/axe';
import { findToast, renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import { DataExportSection } from './data-export';

const NONE = { state: 'none', bytes: 0, createdAt: null, finishedAt: null, expiresAt: null };
const QUEUED = { ...NONE, state: 'queued', createdAt: '2026-11-20T10:00:00Z' };
const DONE = {
  ...QUEUED,
  state: 'done',
  bytes: 1_000,
  finishedAt: '2026-11-20T10:00:05Z',
  expiresAt: '2026-11-27T10:00:05Z',
};

function stored(body: object) {
  server.use(http.get('*/api/v1/me/export', () => HttpResponse.json(body)));
}

beforeEach(() => signIn());

describe('the export of the user’s data', () => {
  it('starts an export and says that an email follows', async () => {
    stored(NONE);
    server.use(http.post('*/api/v1/me/export', () => HttpResponse.json(QUEUED, { status: 202 })));
    const { user, container } = await renderScreen(<DataExportSection />);
    const button = await screen.findByRole('button', { name: 'Export my data' });
    await expectAccessible(container);
    stored(QUEUED);
    await user.click(button);
    expect(await screen.findByText(/being prepared/)).toBeInTheDocument();
  });

  it('downloads a finished file and says how long it is available', async () => {
    stored(DONE);
    server.use(http.get('*/api/v1/me/export/file', () => new HttpResponse('zip')));
    const save = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
    const { user } = await renderScreen(<DataExportSection />);
    expect(await screen.findByText(/Available until 27 Nov 2026/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Download' }));
    await waitFor(() => expect(save).toHaveBeenCalledOnce());
    save.mockRestore();
  });

  it('offers another export after a failure, and reports that it could not start', async () => {
    stored({ ...QUEUED, state: 'failed' });
    server.use(http.post('*/api/v1/me/export', () => new HttpResponse(null, { status: 422 })));
    const { user } = await renderScreen(<DataExportSection />);
    await user.click(await screen.findByRole('button', { name: 'Export again' }));
    await findToast('Couldn’t start the export');
  });
});

import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { expectAccessible } from '@/test/axe';
import { problem } from '@/test/fixtures/handlers';
import { aMedia } from '@/test/fixtures/media';
import { renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import { MediaDialog } from './media-dialog';

const API = '*/api/v1';
const PHOTO = new File(['photo'], 'oats.png', { type: 'image/png' });

async function open() {
  const onPick = vi.fn();
  const view = await renderScreen(<MediaDialog onClose={() => {}} onPick={onPick} />);
  await screen.findByRole('button', { name: 'Use A bowl of oats' });
  return { ...view, onPick };
}

beforeEach(() => {
  signIn();
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:photo', revokeObjectURL: () => {} }));
  server.use(
    http.get(`${API}/media`, () =>
      HttpResponse.json({
        items: [aMedia(), aMedia({ id: 'med_2', alt: 'The shop', used: true })],
        nextCursor: null,
        total: 2,
      }),
    ),
  );
});

describe('MediaDialog', () => {
  it('picks an image that exists', async () => {
    const { user, onPick } = await open();
    await user.click(screen.getByRole('button', { name: 'Use The shop' }));
    expect(onPick).toHaveBeenCalledWith(expect.objectContaining({ id: 'med_2' }));
  });

  it('requires an alternative text, and keeps the file and the text when the upload fails', async () => {
    let fails = true;
    server.use(
      http.post(`${API}/media`, () =>
        fails
          ? problem(422, 'The image is damaged or incomplete.', [
              { field: 'file', message: 'The image is damaged or incomplete.' },
            ])
          : HttpResponse.json(aMedia({ id: 'med_3' }), { status: 201 }),
      ),
    );
    const { user, onPick } = await open();
    await user.upload(screen.getByLabelText('Choose file'), PHOTO);
    await user.click(screen.getByRole('button', { name: 'Upload image' }));
    expect(await screen.findByText('Describe the image for people who cannot see it.')).toBeVisible();
    await user.type(screen.getByRole('textbox', { name: 'Alternative text' }), 'Oats');
    await user.click(screen.getByRole('button', { name: 'Upload image' }));
    expect(await screen.findByText('The image is damaged or incomplete.')).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Alternative text' })).toHaveValue('Oats');
    await expectAccessible(screen.getByRole('dialog'));
    fails = false;
    await user.click(screen.getByRole('button', { name: 'Upload image' }));
    await waitFor(() => expect(onPick).toHaveBeenCalledWith(expect.objectContaining({ id: 'med_3' })));
  });

  it('leads to the plans when the plan has no room for the image', async () => {
    server.use(
      http.get('*/api/v1/me', () => HttpResponse.json({ operator: false })),
      http.post(`${API}/media`, () => problem(402, 'Your plan stores 100 MiB of images.')),
    );
    const { user } = await open();
    await user.upload(screen.getByLabelText('Choose file'), PHOTO);
    await user.type(screen.getByRole('textbox', { name: 'Alternative text' }), 'Oats');
    await user.click(screen.getByRole('button', { name: 'Upload image' }));
    expect(await screen.findByText(/^Your plan stores 100 MiB of images\./)).toBeVisible();
    expect(screen.getByRole('link', { name: 'View plans' })).toHaveAttribute('href', '/pricing');
  });

  it('rejects a file that is not an image', async () => {
    const { user } = await open();
    const input = screen.getByLabelText('Choose file');
    input.removeAttribute('accept');
    await user.upload(input, new File(['x'], 'x.pdf', { type: 'application/pdf' }));
    expect(await screen.findByText('Choose a JPEG, PNG, GIF, WebP or SVG file.')).toBeVisible();
  });

  it('deletes an image only when no page shows it', async () => {
    const deleted = vi.fn();
    server.use(
      http.delete(`${API}/media/:id`, ({ params }) => {
        deleted(params.id);
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user } = await open();
    expect(screen.queryByRole('button', { name: 'Delete The shop' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Delete A bowl of oats' }));
    await waitFor(() => expect(deleted).toHaveBeenCalledWith('med_1'));
  });
});

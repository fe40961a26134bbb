import { fireEvent, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { expectAccessible } from '@/test/axe';
import { aMedia } from '@/test/fixtures/media';
import { findToast, renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import { AdjustImageDialog } from './adjust-image-dialog';

async function open() {
  const patched = vi.fn();
  const onClose = vi.fn();
  server.use(
    http.patch('*/api/v1/media/med_1', async ({ request }) => {
      patched(await request.json());
      return HttpResponse.json(aMedia());
    }),
  );
  const view = await renderScreen(
    <AdjustImageDialog media={aMedia({ focalPoint: { x: 0.25, y: 0.5 } })} onClose={onClose} />,
  );
  return { ...view, patched, onClose };
}

beforeEach(() => signIn());

describe('AdjustImageDialog', () => {
  it('moves the focal point with the sliders, shows the crops and saves', async () => {
    const { user, patched, onClose } = await open();
    expect(screen.getByRole('slider', { name: 'From the left' })).toHaveValue('25');
    fireEvent.change(screen.getByRole('slider', { name: 'From the top' }), { target: { value: '90' } });
    expect(screen.getByRole('img', { name: 'Round crop' })).toHaveStyle({ objectPosition: '25% 90%' });
    await expectAccessible(screen.getByRole('dialog'));
    await user.click(screen.getByRole('button', { name: 'Save image' }));
    await findToast('Image saved');
    expect(patched).toHaveBeenCalledWith({ alt: 'A bowl of oats', focalPoint: { x: 0.25, y: 0.9 } });
    expect(onClose).toHaveBeenCalled();
  });

  it('moves the focal point to where the image is pressed, and no further than its edge', async () => {
    const { user, patched } = await open();
    const image = screen.getByTestId('focal-image');
    image.getBoundingClientRect = () => ({ left: 100, top: 50, width: 400, height: 300 }) as DOMRect;
    fireEvent.pointerDown(image, { clientX: 300, clientY: 125, buttons: 1 });
    expect(screen.getByRole('slider', { name: 'From the left' })).toHaveValue('50');
    expect(screen.getByRole('slider', { name: 'From the top' })).toHaveValue('25');
    fireEvent.pointerMove(image, { clientX: 900, clientY: 125, buttons: 1 });
    fireEvent.pointerMove(image, { clientX: 100, clientY: 350, buttons: 0 }); // no button is pressed
    await user.click(screen.getByRole('button', { name: 'Save image' }));
    await waitFor(() =>
      expect(patched).toHaveBeenCalledWith(expect.objectContaining({ focalPoint: { x: 1, y: 0.25 } })),
    );
  });

  it('requires an alternative text', async () => {
    const { user, patched } = await open();
    await user.clear(screen.getByRole('textbox', { name: 'Alternative text' }));
    await user.click(screen.getByRole('button', { name: 'Save image' }));
    expect(await screen.findByText('Describe the image for people who cannot see it.')).toBeVisible();
    expect(patched).not.toHaveBeenCalled();
  });
});

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { QrLook } from '@/entities/qr-code/qr-code.types';
import { expectAccessible } from '@/test/axe';
import { aMedia } from '@/test/fixtures/media';
import { aQrLook } from '@/test/fixtures/qr-codes';
import { renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import { ImageFields } from './image-fields';
import type { LookForm } from './look.schema';

const IMAGES = {
  med_1: aMedia({ id: 'med_1', alt: 'A bowl of oats', focalPoint: { x: 0.25, y: 0.8 } }),
  med_2: aMedia({ id: 'med_2', alt: 'A harbor', focalPoint: { x: 0.5, y: 0.5 } }),
};

function Form({ look }: { look: QrLook }) {
  const form = useForm<LookForm>({ defaultValues: { look } });
  const { background, focalX, focalY } = useWatch({ control: form.control, name: 'look' });
  return (
    <FormProvider {...form}>
      <ImageFields field="look" />
      <output>{[background, focalX, focalY].join(' ')}</output>
    </FormProvider>
  );
}

beforeEach(() => {
  signIn();
  server.use(
    http.get('*/api/v1/media', () => HttpResponse.json({ items: Object.values(IMAGES), nextCursor: null, total: 2 })),
    http.get('*/api/v1/media/:id', ({ params }) => HttpResponse.json(IMAGES[params.id as keyof typeof IMAGES])),
  );
});

describe('ImageFields', () => {
  it('uploads a logo without asking for a description', async () => {
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:logo', revokeObjectURL: () => {} }));
    let alt: unknown;
    server.use(
      http.post('*/api/v1/media', async ({ request }) => {
        alt = (await request.formData()).get('alt');
        return HttpResponse.json(IMAGES.med_2, { status: 201 });
      }),
    );
    const { user } = await renderScreen(<Form look={aQrLook()} />);
    await user.click(screen.getByRole('button', { name: 'Choose logo' }));
    const file = new File(['logo'], 'oat street.png', { type: 'image/png' });
    fireEvent.change(await screen.findByLabelText('Choose file'), { target: { files: [file] } });
    expect(screen.queryByRole('textbox', { name: 'Alternative text' })).toBeNull();
    await user.click(await screen.findByRole('button', { name: 'Upload image' }));
    expect(await screen.findByRole('button', { name: 'Remove logo' })).toBeVisible();
    expect(alt).toBe('oat street');
  });

  it('starts with the focal point of the media library when an image is chosen', async () => {
    const { user } = await renderScreen(<Form look={aQrLook({ focalX: 7 })} />);
    expect(screen.queryByRole('group', { name: 'Focal point' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Choose background image' }));
    await user.click(await screen.findByRole('button', { name: 'Use A bowl of oats' }));
    expect(await screen.findByRole('slider', { name: 'From the left' })).toHaveValue('25');
    expect(screen.getByRole('slider', { name: 'From the top' })).toHaveValue('80');
    expect(screen.getByRole('status')).toHaveTextContent('med_1 25 80');
    await user.click(screen.getByRole('button', { name: 'Remove background image' }));
    expect(screen.getByRole('status')).toHaveTextContent('50 50');
    expect(screen.queryByRole('group', { name: 'Focal point' })).toBeNull();
  });

  it('moves the focal point of the design when the image is pressed or a slider moves', async () => {
    const { container } = await renderScreen(<Form look={aQrLook({ background: 'med_2', focalX: 10, focalY: 20 })} />);
    const left = await screen.findByRole('slider', { name: 'From the left' });
    expect(left).toHaveValue('10');
    fireEvent.change(left, { target: { value: '90' } });
    expect(screen.getByRole('status')).toHaveTextContent('med_2 90 20');
    const image = screen.getByTestId('focal-image');
    image.getBoundingClientRect = () => ({ left: 0, top: 0, width: 200, height: 100 }) as DOMRect;
    fireEvent.pointerDown(image, { clientX: 60, clientY: 75, buttons: 1 });
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('med_2 30 75'));
    await expectAccessible(container);
  });
});

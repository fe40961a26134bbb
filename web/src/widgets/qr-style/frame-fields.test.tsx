import { screen } from '@testing-library/react';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { expect, it } from 'vitest';
import { aQrLook } from '@/test/fixtures/qr-codes';
import { renderScreen } from '@/test/render';
import { FrameFields } from './frame-fields';
import type { LookForm } from './look.schema';

const DRAWS_NOTHING = 'Without a caption, this frame draws nothing.';

function Form({ caption = '' }: { caption?: string }) {
  const form = useForm<LookForm>({ defaultValues: { look: aQrLook({ caption }) } });
  const { frameStyle, caption: shown } = useWatch({ control: form.control, name: 'look' });
  return (
    <FormProvider {...form}>
      <FrameFields field="look" />
      <output>{[frameStyle, shown].join(': ')}</output>
    </FormProvider>
  );
}

it('starts a frame with a caption, and says that a label without one draws nothing', async () => {
  const { user } = await renderScreen(<Form />);
  await user.click(screen.getByRole('radio', { name: 'Label' }));
  expect(screen.getByRole('status')).toHaveTextContent('label: Scan me');
  expect(screen.queryByText(DRAWS_NOTHING)).toBeNull();
  await user.clear(screen.getByRole('textbox', { name: 'Caption' }));
  expect(screen.getByText(DRAWS_NOTHING)).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Caption' })).toHaveAccessibleDescription(DRAWS_NOTHING);
});

it('keeps a caption when the frame changes', async () => {
  const { user } = await renderScreen(<Form caption="Our menu" />);
  await user.click(screen.getByRole('radio', { name: 'Ticket' }));
  expect(screen.getByRole('status')).toHaveTextContent('ticket: Our menu');
});

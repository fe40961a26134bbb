import { screen } from '@testing-library/react';
import { Profiler } from 'react';
import { FormProvider } from 'react-hook-form';
import { expect, it, vi } from 'vitest';
import { useAppForm } from '@/shared/forms/use-app-form';
import { linkHandlers } from '@/test/fixtures/handlers';
import { renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import { LinkFields } from './link-fields';
import { emptyForm, linkForm } from './link-form.schema';
import { PasswordSection } from './password-section';
import { useSections } from './section';

const onRender = vi.fn();

/** All fields of a link, with a section that is observed: it renders when the form does, or when its own values change. */
function Form() {
  const { methods } = useAppForm({ schema: linkForm, defaultValues: emptyForm(), onSubmit: async () => undefined });
  const sections = useSections(['password']);
  return (
    <FormProvider {...methods}>
      <LinkFields host="lnk.example" sections={useSections([])} />
      <Profiler id="password" onRender={onRender}>
        <PasswordSection sections={sections} has />
      </Profiler>
    </FormProvider>
  );
}

it('renders only what shows a value when it changes', async () => {
  signIn();
  server.use(...linkHandlers([]));
  const { user } = await renderScreen(<Form />);
  const destination = screen.getByRole('textbox', { name: 'Destination' });
  await user.type(destination, 'h'); // the first edit makes the form dirty, which renders it
  onRender.mockClear();
  await user.type(destination, 'ttps://shop.example/?fbclid=1');
  expect(screen.getByRole('button', { name: 'Remove 1 tracking parameter' })).toBeVisible();
  expect(onRender).not.toHaveBeenCalled();
  await user.type(screen.getByLabelText('New password'), 'x');
  expect(onRender).toHaveBeenCalled();
});

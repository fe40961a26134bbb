import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { ApiError } from '@/shared/api/errors';
import { Button } from '@/shared/ui/button';
import { Field, Input } from '@/shared/ui/field';
import { findToast, renderScreen } from '@/test/render';
import { FormSummary } from './form-summary';
import { useAppForm } from './use-app-form';
import { useUnloadGuard } from './use-unload-guard';

const schema = z.object({ name: z.string().check(z.minLength(2, 'Too short')), note: z.string() });

function Example({ onSubmit }: { onSubmit: (values: { name: string; note: string }) => Promise<unknown> }) {
  const form = useAppForm({ schema, defaultValues: { name: '', note: '' }, onSubmit, errorTitle: 'Couldn’t save' });
  return (
    <form noValidate onSubmit={form.submit}>
      <Field label="Name" error={form.errorOf('name')}>
        {(field) => <Input {...field} {...form.register('name')} />}
      </Field>
      <Field label="Note" error={form.errorOf('note')}>
        {(field) => <Input {...field} {...form.register('note')} />}
      </Field>
      <FormSummary messages={form.summary} />
      <Button type="submit" busy={form.isPending}>
        Save
      </Button>
    </form>
  );
}

function Guarded({ dirty }: { dirty: boolean }) {
  useUnloadGuard(dirty);
  return null;
}

describe('useAppForm', () => {
  it('validates before it sends a request, and focuses the first invalid field', async () => {
    const onSubmit = vi.fn();
    renderScreen(<Example onSubmit={onSubmit} />);
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Too short')).toBeInTheDocument();
    expect(screen.getByLabelText('Name')).toHaveFocus();
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('sets server errors on their fields and lists the others', async () => {
    const errors = [
      { field: 'note', message: 'No links in notes.' },
      { field: 'plan', message: 'The plan has no notes.' },
    ];
    renderScreen(<Example onSubmit={() => Promise.reject(new ApiError(422, { message: 'Invalid.', errors }, 'r1'))} />);
    const user = userEvent.setup();
    await user.type(await screen.findByLabelText('Name'), 'Ada');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await findToast('Couldn’t save');
    expect(screen.getByLabelText('Note')).toHaveAccessibleDescription('No links in notes.');
    await waitFor(() => expect(screen.getByLabelText('Note')).toHaveFocus());
    expect(screen.getByText('The plan has no notes.')).toBeInTheDocument();
  });
});

describe('useUnloadGuard', () => {
  it('prevents unloading only while the form is dirty', () => {
    const leave = () => {
      const event = new Event('beforeunload', { cancelable: true });
      dispatchEvent(event);
      return event.defaultPrevented;
    };
    const { rerender } = render(<Guarded dirty />);
    expect(leave()).toBe(true);
    rerender(<Guarded dirty={false} />);
    expect(leave()).toBe(false);
  });
});

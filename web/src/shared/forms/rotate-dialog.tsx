import { type ReactNode, useState } from 'react';
import { useController } from 'react-hook-form';
import * as z from 'zod/mini';
import { t } from '@/shared/i18n/t';
import { Field } from '@/shared/ui/field';
import { Select } from '@/shared/ui/select';
import { FormDialog } from './form-dialog';
import { useAppForm } from './use-app-form';

export const ROTATE_DIALOG_WIDTH = 560;

const OVERLAPS = ['0', '3600', '86400', '604800'] as const;

const schema = z.object({ overlapSeconds: z.enum(OVERLAPS) });

interface Props<T> {
  title: string;
  description?: string;
  /** The label of the current secret. */
  label: string;
  hint: string;
  /** What becomes of the current secret, for each overlap: at once, an hour, a day, seven days. */
  outcomes: readonly [string, string, string, string];
  /** "key" in "Rotate key". */
  what: string;
  rotate: (overlapSeconds: number) => Promise<T>;
  onClose: () => void;
  /** Shows the new secret. */
  children: (rotated: T) => ReactNode;
}

/** Replaces a secret, while the current one may work for some time, and shows the new one. */
export function RotateDialog<T>({ label, hint, outcomes, what, rotate, children, ...dialog }: Props<T>) {
  const [rotated, setRotated] = useState<T>();
  const form = useAppForm({
    schema,
    defaultValues: { overlapSeconds: '86400' },
    onSubmit: ({ overlapSeconds }) => rotate(Number(overlapSeconds)),
    onSuccess: (created) => setRotated(() => created),
    errorTitle: t('Couldn’t rotate the {what}', { what }),
  });
  const { field: overlap } = useController({ control: form.control, name: 'overlapSeconds' });

  if (rotated !== undefined) return children(rotated);
  return (
    <FormDialog {...dialog} form={form} width={ROTATE_DIALOG_WIDTH} action={t('Rotate {what}', { what })}>
      <Field label={label} hint={hint} error={form.errorOf('overlapSeconds')}>
        {(control) => (
          <Select
            {...control}
            ref={overlap.ref}
            value={overlap.value}
            options={OVERLAPS.map((value, index) => ({ value, label: outcomes[index] ?? value }))}
            onChange={overlap.onChange}
          />
        )}
      </Field>
    </FormDialog>
  );
}

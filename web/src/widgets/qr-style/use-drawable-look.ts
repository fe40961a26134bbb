import { useMemo } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { QrLook } from '@/entities/qr-code/qr-code.types';
import { TIMING } from '@/shared/config/timing';
import { useDebouncedValue } from '@/shared/hooks/use-debounced-value';
import { anyContrastSchema, type LookField, type LookForm, lookSchema } from './look.schema';

/** Returns the look of the form after changes pause; null while it is invalid. The same look is the same object. */
export function useDrawableLook(field: LookField, { anyContrast = false } = {}): QrLook | null {
  const { control } = useFormContext<LookForm>();
  const json = useDebouncedValue(JSON.stringify(useWatch({ control, name: field })), TIMING.searchMs);
  const schema = anyContrast ? anyContrastSchema : lookSchema;
  return useMemo(() => schema.safeParse(JSON.parse(json)).data ?? null, [schema, json]);
}

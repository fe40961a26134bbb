import { useFormContext } from 'react-hook-form';
import type { QrLook } from '@/entities/qr-code/qr-code.types';
import { TIMING } from '@/shared/config/timing';
import { useDebouncedValue } from '@/shared/hooks/use-debounced-value';
import { type LookField, type LookForm, lookSchema } from './look.schema';

/** Returns the look of the form after changes pause; null while it is invalid. */
export function useDrawableLook(field: LookField): QrLook | null {
  const { watch } = useFormContext<LookForm>();
  const look: unknown = JSON.parse(useDebouncedValue(JSON.stringify(watch(field)), TIMING.searchMs));
  return lookSchema.safeParse(look).data ?? null;
}

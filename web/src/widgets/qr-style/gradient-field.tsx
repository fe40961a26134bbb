import { useFormContext, useWatch } from 'react-hook-form';
import { formatGradient, type Gradient, parseGradient } from '@/entities/qr-code/drawing/gradient';
import { Field } from '@/shared/ui/field';
import { Segmented } from '@/shared/ui/segmented';
import { Select } from '@/shared/ui/select';
import type { LookField, LookForm } from './look.schema';

const KINDS = [
  { value: 'solid', label: 'Solid' },
  { value: 'linear', label: 'Linear' },
  { value: 'radial', label: 'Radial' },
] as const;

const ANGLES = [0, 45, 90, 135, 180, 225, 270, 315];
const SECOND_COLOR = '#04755b';

/** Fills the modules with one color, or with a gradient. */
export function GradientField({ field }: { field: LookField }) {
  const { control, setValue } = useFormContext<LookForm>();
  const [text, dark] = useWatch({ control, name: [`${field}.gradient`, `${field}.dark`] });
  const gradient = parseGradient(text);
  const set = (next: Gradient | null) =>
    setValue(`${field}.gradient`, next ? formatGradient(next) : '', { shouldDirty: true, shouldValidate: true });
  function choose(kind: 'solid' | 'linear' | 'radial') {
    const { from, to } = gradient ?? { from: dark, to: SECOND_COLOR };
    if (kind === 'solid') set(null);
    else set(kind === 'radial' ? { kind, from, to } : { kind, degrees: 45, from, to });
  }
  return (
    <>
      <Segmented label="Module fill" value={gradient?.kind ?? 'solid'} options={KINDS} onChange={choose} />
      {gradient && (
        <div className="qr-gradient">
          {(['from', 'to'] as const).map((end) => (
            <Field key={end} label={end === 'from' ? 'Gradient from' : 'Gradient to'}>
              {(input) => (
                <input
                  {...input}
                  type="color"
                  value={gradient[end].toLowerCase()}
                  onChange={(event) => set({ ...gradient, [end]: event.target.value })}
                />
              )}
            </Field>
          ))}
          {gradient.kind === 'linear' && (
            <Field label="Angle">
              {(input) => (
                <Select
                  {...input}
                  value={String(gradient.degrees)}
                  options={[...new Set([...ANGLES, gradient.degrees])].map((angle) => ({
                    value: String(angle),
                    label: `${angle}°`,
                  }))}
                  onChange={(angle) => set({ ...gradient, degrees: Number(angle) })}
                />
              )}
            </Field>
          )}
        </div>
      )}
    </>
  );
}

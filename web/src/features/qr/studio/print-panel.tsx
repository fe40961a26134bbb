import { Field, Input } from '@/shared/ui/field';
import { Select } from '@/shared/ui/select';
import { DPIS, isPrintable, MAX_MM, MIN_MM, type PrintSize, pixelsOf } from './print-size';

interface Props {
  print: PrintSize;
  onChange: (print: PrintSize) => void;
}

/** The printed size, which the rating and downloads use. */
export function PrintPanel({ print, onChange }: Props) {
  const valid = isPrintable(print.mm);
  return (
    <section className="studio-panel" aria-label="Print size">
      <h2>Print size</h2>
      <div className="qr-pair">
        <Field
          label="Width in mm"
          error={valid ? undefined : `Enter a width of ${MIN_MM} to ${MAX_MM} mm.`}
          hint="With margin and frame."
        >
          {(input) => (
            <Input
              {...input}
              type="number"
              inputMode="decimal"
              min={MIN_MM}
              max={MAX_MM}
              value={Number.isNaN(print.mm) ? '' : print.mm}
              onChange={(event) => onChange({ ...print, mm: event.target.valueAsNumber })}
            />
          )}
        </Field>
        <Field label="Resolution" hint={valid ? `${pixelsOf(print)} pixels wide` : undefined}>
          {(input) => (
            <Select
              {...input}
              value={String(print.dpi)}
              options={DPIS.map((dpi) => ({ value: String(dpi), label: `${dpi} dpi` }))}
              onChange={(dpi) => onChange({ ...print, dpi: Number(dpi) })}
            />
          )}
        </Field>
      </div>
    </section>
  );
}

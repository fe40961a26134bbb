import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { DOTS, FRAMES, MODULES } from '@/entities/qr-code/drawing/shapes';
import type { LookField, LookForm } from './look.schema';
import { ShapeIcon } from './shape-icon';
import './qr-style.css';

/** The shapes of modules, corner frames and corner dots as tiles. Each group is a radio group. */
export function ShapeTiles({ field }: { field: LookField }) {
  return (
    <>
      <Tiles
        name={`${field}.modules`}
        legend="Module shape"
        options={MODULES}
        icon={(value) => <ShapeIcon modules={value} />}
      />
      <Tiles
        name={`${field}.frame`}
        legend="Corner frames"
        options={FRAMES}
        icon={(value) => <ShapeIcon frame={value} />}
      />
      <Tiles name={`${field}.dot`} legend="Corner dots" options={DOTS} icon={(value) => <ShapeIcon dot={value} />} />
    </>
  );
}

interface TilesProps<T extends string> {
  name: `${LookField}.${'modules' | 'frame' | 'dot'}`;
  legend: string;
  options: readonly T[];
  icon: (value: T) => ReactNode;
}

function Tiles<T extends string>({ name, legend, options, icon }: TilesProps<T>) {
  const { register } = useFormContext<LookForm>();
  return (
    <fieldset className="qr-group">
      <legend className="ui-label">{legend}</legend>
      <div className="qr-tiles">
        {options.map((value) => (
          <label key={value} title={label(value)}>
            <input type="radio" value={value} aria-label={label(value)} {...register(name)} />
            {icon(value)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function label(value: string): string {
  return value.charAt(0).toUpperCase() + value.slice(1);
}

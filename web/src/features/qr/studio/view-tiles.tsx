import { useId } from 'react';

export const VIEWS = [
  { value: 'code', label: 'Code' },
  { value: 'size', label: 'Real size' },
  { value: 'card', label: 'Card' },
  { value: 'poster', label: 'Poster' },
  { value: 'cup', label: 'Cup' },
  { value: 'screen', label: 'Screen' },
  { value: 'wall', label: 'Dark wall' },
] as const;

export type View = (typeof VIEWS)[number]['value'];

/** What the stage shows, as a radio group. */
export function ViewTiles({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  const name = useId();
  return (
    <fieldset className="studio-views" aria-label="Preview on">
      {VIEWS.map(({ value, label }) => (
        <label key={value}>
          <input type="radio" name={name} value={value} checked={view === value} onChange={() => onChange(value)} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

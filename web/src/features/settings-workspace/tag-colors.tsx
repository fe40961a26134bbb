// The colors of tags are data, stored with the tag, and independent of the theme's tokens.
const COLORS = [
  { value: null, name: 'No color' },
  { value: '#e0a800', name: 'Saffron' },
  { value: '#b4532a', name: 'Clay' },
  { value: '#2f7d5b', name: 'Viridian' },
  { value: '#2b6cb0', name: 'Blue' },
  { value: '#7a4fa3', name: 'Violet' },
  { value: '#b83280', name: 'Magenta' },
  { value: '#6b7280', name: 'Grey' },
] as const;

interface Props {
  value: string | null;
  onChange: (color: string | null) => void;
}

/** The colors to choose a tag's from; one that came over the API stays on offer. */
export function TagColors({ value, onChange }: Props) {
  const own = COLORS.some((color) => color.value === value) ? [] : [{ value, name: `Own color ${value}` }];
  return (
    <fieldset className="tag-colors">
      <legend className="ui-sr-only">Color</legend>
      {[...COLORS, ...own].map((color) => (
        <label key={color.name} title={color.name}>
          <input
            type="radio"
            name="tag-color"
            aria-label={color.name}
            checked={value === color.value}
            onChange={() => onChange(color.value)}
          />
          <span style={color.value ? { background: color.value } : undefined} />
        </label>
      ))}
    </fieldset>
  );
}

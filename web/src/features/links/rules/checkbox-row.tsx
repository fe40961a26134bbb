interface Props {
  label: string;
  choices: readonly (readonly [value: string, label: string])[];
  values: readonly string[];
  onChange: (values: string[]) => void;
  invalid?: boolean;
  describedBy?: string;
}

/** A few values side by side, each on or off. */
export function ChoiceRow({ label, choices, values, onChange, invalid, describedBy }: Props) {
  const folded = values.map((value) => value.toLowerCase());
  const known = new Set(choices.map(([value]) => value.toLowerCase()));
  const foreign = values.filter((value) => !known.has(value.toLowerCase())).map((value) => [value, value] as const);
  const toggle = (value: string, on: boolean) =>
    onChange(on ? [...values, value] : values.filter((other) => other.toLowerCase() !== value.toLowerCase()));
  return (
    <fieldset className="choice-row" aria-describedby={describedBy} data-invalid={invalid || undefined}>
      <legend className="sr">{label}</legend>
      {[...choices, ...foreign].map(([value, text]) => (
        <label key={value}>
          <input
            type="checkbox"
            className="sr"
            checked={folded.includes(value.toLowerCase())}
            onChange={(event) => toggle(value, event.target.checked)}
          />
          {text}
        </label>
      ))}
    </fieldset>
  );
}

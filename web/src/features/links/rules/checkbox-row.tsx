interface Props {
  label: string;
  choices: readonly (readonly [value: string, label: string])[];
  values: readonly string[];
  onChange: (values: string[]) => void;
  invalid?: boolean;
  describedBy?: string;
}

/** A row of checkboxes. Values outside `choices` are shown too, so that they can be removed. */
export function CheckboxRow({ label, choices, values, onChange, invalid, describedBy }: Props) {
  const lowerCased = values.map((value) => value.toLowerCase());
  const known = new Set(choices.map(([value]) => value.toLowerCase()));
  const unlisted = values.filter((value) => !known.has(value.toLowerCase())).map((value) => [value, value] as const);
  const toggle = (value: string, on: boolean) =>
    onChange(on ? [...values, value] : values.filter((other) => other.toLowerCase() !== value.toLowerCase()));
  return (
    <fieldset className="choice-row" aria-describedby={describedBy} data-invalid={invalid || undefined}>
      <legend className="ui-sr-only">{label}</legend>
      {[...choices, ...unlisted].map(([value, text]) => (
        <label key={value}>
          <input
            type="checkbox"
            className="ui-sr-only"
            checked={lowerCased.includes(value.toLowerCase())}
            onChange={(event) => toggle(value, event.target.checked)}
          />
          {text}
        </label>
      ))}
    </fieldset>
  );
}

import { TEMPLATES } from './templates';

interface Props {
  value: string;
  onChange: (id: string) => void;
}

/** The templates, one of which is selected. */
export function TemplatePicker({ value, onChange }: Props) {
  return (
    <fieldset className="bio-templates">
      <legend className="ui-label">Template</legend>
      {TEMPLATES.map(({ id, label, hint }) => (
        <label key={id}>
          <input
            type="radio"
            name="template"
            className="ui-sr-only"
            checked={id === value}
            onChange={() => onChange(id)}
          />
          <span>
            <b>{label}</b>
            <small className="ui-muted">{hint}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

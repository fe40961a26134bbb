import { useId } from 'react';
import {
  hasLevel,
  LEVELS,
  levelOf,
  PRESETS,
  RESOURCES,
  type Resource,
  sameScopes,
  withLevel,
} from '@/entities/api-key/scopes';
import { Button } from '@/shared/ui/button';

interface Props {
  scopes: readonly string[];
  onChange: (scopes: string[]) => void;
  error?: string;
}

/** The access to each resource as a table of radio buttons, with presets above it. */
export function ScopeMatrix({ scopes, onChange, error }: Props) {
  const id = useId();
  return (
    <fieldset className="key-scopes" aria-describedby={error ? `${id}-error` : undefined}>
      <legend>Access</legend>
      <div className="key-presets" role="group" aria-label="Presets">
        {PRESETS.map((preset) => (
          <Button
            key={preset.label}
            size="sm"
            aria-pressed={sameScopes(preset.scopes, scopes)}
            onClick={() => onChange([...preset.scopes])}
          >
            {preset.label}
          </Button>
        ))}
      </div>
      <table className="key-matrix">
        <thead>
          <tr>
            <th scope="col">
              <span className="ui-sr-only">Resource</span>
            </th>
            {LEVELS.map(({ value, label }) => (
              <th key={value} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {RESOURCES.map(({ name, label, about }) => (
            <tr key={name}>
              <th scope="row">
                {label}
                <span className="ui-hint">{about}</span>
              </th>
              {LEVELS.map((level) => (
                <td key={level.value}>
                  <LevelRadio
                    group={`${id}-${name}`}
                    resource={name}
                    label={`${label}: ${level.label}`}
                    level={level.value}
                    checked={levelOf(scopes, name) === level.value}
                    onSelect={() => onChange(withLevel(scopes, name, level.value))}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {error && (
        <p id={`${id}-error`} className="ui-hint ui-error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}

interface RadioProps {
  group: string;
  resource: Resource;
  label: string;
  level: (typeof LEVELS)[number]['value'];
  checked: boolean;
  onSelect: () => void;
}

function LevelRadio({ group, resource, label, level, checked, onSelect }: RadioProps) {
  if (!hasLevel(resource, level)) return <span aria-hidden="true">–</span>;
  return (
    <input
      type="radio"
      className="ui-checkbox key-radio"
      name={group}
      aria-label={label}
      checked={checked}
      onChange={onSelect}
    />
  );
}

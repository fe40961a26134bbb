import { type FormEvent, useState } from 'react';
import { UTM_FIELDS, UTM_LABELS, UTM_PARAMETERS, type UtmConventions, type UtmField } from '@/entities/utm/utm';
import { useUpdateUtmConventions } from '@/entities/utm/utm-conventions.queries';
import { PermissionButton } from '@/entities/workspace/ui/permission-controls';
import { ApiError, messageOf } from '@/shared/api/errors';
import { Checkbox, Switch } from '@/shared/ui/choice';
import { TagsInput } from '@/shared/ui/tags-input';
import { toast } from '@/shared/ui/toast';

type ParameterRule = UtmConventions['parameters'][UtmField];

/** "parameters.medium.allowed[0]" → "medium". */
function fieldOf(path: string): string {
  return path.split('.')[1] ?? '';
}

/** The rules for UTM parameters, saved as a whole. */
export function ConventionsForm({ stored }: { stored: UtmConventions }) {
  const [draft, setDraft] = useState(stored);
  const save = useUpdateUtmConventions();
  const dirty = JSON.stringify(draft) !== JSON.stringify(stored);
  const fieldErrors = save.error instanceof ApiError ? save.error.errors : [];

  const change = (field: UtmField, patch: Partial<ParameterRule>) =>
    setDraft({ ...draft, parameters: { ...draft.parameters, [field]: { ...draft.parameters[field], ...patch } } });

  function submit(event: FormEvent) {
    event.preventDefault();
    save.mutate(draft, {
      onSuccess: (saved) => {
        setDraft(saved);
        toast({ title: 'Conventions saved', text: 'They apply to links that are created or changed from now on.' });
      },
    });
  }

  return (
    <form className="conventions-form" onSubmit={submit}>
      <span className="mb-4 flex items-center gap-3">
        <Switch
          id="utm-lower-case"
          checked={draft.lowerCase}
          onChange={(event) => setDraft({ ...draft, lowerCase: event.target.checked })}
        />
        <label htmlFor="utm-lower-case">Lower case only</label>
      </span>
      <ul className="ui-panel labels-conventions">
        {UTM_FIELDS.map((field) => (
          <ConventionRow
            key={field}
            field={field}
            rule={draft.parameters[field]}
            error={fieldErrors.find((one) => fieldOf(one.field) === field)?.message}
            onChange={(patch) => change(field, patch)}
          />
        ))}
      </ul>
      {save.error && fieldErrors.length === 0 && (
        <p className="ui-hint ui-error mt-3" role="alert">
          {messageOf(save.error)}
        </p>
      )}
      <PermissionButton
        permission="workspace:manage"
        type="submit"
        tone="primary"
        className="mt-3"
        busy={save.isPending}
        disabled={!dirty}
      >
        Save conventions
      </PermissionButton>
    </form>
  );
}

interface RowProps {
  field: UtmField;
  rule: ParameterRule;
  error: string | undefined;
  onChange: (patch: Partial<ParameterRule>) => void;
}

function ConventionRow({ field, rule, error, onChange }: RowProps) {
  const label = UTM_LABELS[field];
  const required = `required-${field}`;
  return (
    <li className="ui-row first:border-t-0">
      <span className="labels-name">
        <b>{label}</b>
        <span className="ui-mono ui-small ui-muted">{UTM_PARAMETERS[field]}</span>
      </span>
      <span className="flex items-center gap-2">
        <Checkbox
          id={required}
          aria-label={`${label} is required`}
          checked={rule.required}
          onChange={(event) => onChange({ required: event.target.checked })}
        />
        <label htmlFor={required} aria-hidden="true">
          Required
        </label>
      </span>
      <span className="labels-values">
        <TagsInput
          aria-label={`Allowed values for ${label}`}
          aria-invalid={error ? true : undefined}
          noun="value"
          placeholder="any value"
          value={rule.allowed}
          onChange={(allowed) => onChange({ allowed })}
        />
        {error && (
          <span className="ui-hint ui-error" role="alert">
            {error}
          </span>
        )}
      </span>
    </li>
  );
}

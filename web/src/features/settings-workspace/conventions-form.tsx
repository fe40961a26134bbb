import { type FormEvent, useState } from 'react';
import { UTM_FIELDS, UTM_LABELS, UTM_PARAMETERS, type UtmConventions, type UtmField } from '@/entities/utm/utm';
import { useUpdateUtmConventions } from '@/entities/utm/utm-conventions.queries';
import { ApiError, messageOf } from '@/shared/api/errors';
import { Button } from '@/shared/ui/button';
import { Checkbox, Switch } from '@/shared/ui/choice';
import { TagsInput } from '@/shared/ui/tags-input';
import { toast } from '@/shared/ui/toast';

type Asked = UtmConventions['parameters'][UtmField];

/** "parameters.medium.allowed[0]" → "medium". */
function fieldOf(path: string): string {
  return path.split('.')[1] ?? '';
}

/** What every link's campaign must be like: set, changed and saved as a whole. */
export function ConventionsForm({ kept }: { kept: UtmConventions }) {
  const [asks, setAsks] = useState(kept);
  const save = useUpdateUtmConventions();
  const dirty = JSON.stringify(asks) !== JSON.stringify(kept);
  const faults = save.error instanceof ApiError ? save.error.errors : [];

  const change = (field: UtmField, named: Partial<Asked>) =>
    setAsks({ ...asks, parameters: { ...asks.parameters, [field]: { ...asks.parameters[field], ...named } } });

  function submit(event: FormEvent) {
    event.preventDefault();
    save.mutate(asks, {
      onSuccess: (now) => {
        setAsks(now);
        toast({ title: 'Conventions saved', text: 'They hold for links made or changed from now on.' });
      },
    });
  }

  return (
    <form className="conventions-form" onSubmit={submit}>
      <span className="mb-4 flex items-center gap-3">
        <Switch
          id="utm-lower-case"
          checked={asks.lowerCase}
          onChange={(event) => setAsks({ ...asks, lowerCase: event.target.checked })}
        />
        <label htmlFor="utm-lower-case">Lower case only</label>
      </span>
      <ul className="ui-panel labels-conventions">
        {UTM_FIELDS.map((field) => (
          <ConventionRow
            key={field}
            field={field}
            asked={asks.parameters[field]}
            fault={faults.find((fault) => fieldOf(fault.field) === field)?.message}
            onChange={(named) => change(field, named)}
          />
        ))}
      </ul>
      {save.error && faults.length === 0 && (
        <p className="ui-hint ui-error mt-3" role="alert">
          {messageOf(save.error)}
        </p>
      )}
      <Button type="submit" tone="primary" className="mt-3" busy={save.isPending} disabled={!dirty}>
        Save conventions
      </Button>
    </form>
  );
}

interface RowProps {
  field: UtmField;
  asked: Asked;
  fault: string | undefined;
  onChange: (named: Partial<Asked>) => void;
}

function ConventionRow({ field, asked, fault, onChange }: RowProps) {
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
          checked={asked.required}
          onChange={(event) => onChange({ required: event.target.checked })}
        />
        <label htmlFor={required} aria-hidden="true">
          Required
        </label>
      </span>
      <span className="labels-values">
        <TagsInput
          aria-label={`Allowed values of ${label}`}
          aria-invalid={fault ? true : undefined}
          noun="value"
          placeholder="any value"
          value={asked.allowed}
          onChange={(allowed) => onChange({ allowed })}
        />
        {fault && (
          <span className="ui-hint ui-error" role="alert">
            {fault}
          </span>
        )}
      </span>
    </li>
  );
}

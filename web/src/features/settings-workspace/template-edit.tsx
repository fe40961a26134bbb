import { type FormEvent, useId, useState } from 'react';
import type { LabelChange, UtmTemplate } from '@/entities/label/label.queries';
import { UTM_FIELDS, UTM_LABELS, type UtmValues } from '@/entities/utm/utm';
import { Button } from '@/shared/ui/button';
import { Input } from '@/shared/ui/field';

interface Props {
  template: UtmTemplate;
  busy: boolean;
  onCancel: () => void;
  onSave: (change: LabelChange) => void;
}

/** A template while it is changed: its name and all its values. */
export function TemplateEdit({ template, busy, onCancel, onSave }: Props) {
  const id = useId();
  const [name, setName] = useState(template.name);
  const [utm, setUtm] = useState(
    () => Object.fromEntries(UTM_FIELDS.map((field) => [field, template.utm[field] ?? ''])) as UtmValues,
  );

  function submit(event: FormEvent) {
    event.preventDefault();
    const values = Object.fromEntries(UTM_FIELDS.map((field) => [field, utm[field].trim() || null]));
    if (name.trim()) onSave({ name, utm: values });
  }

  return (
    <form className="labels-template" onSubmit={submit} onKeyDown={(event) => event.key === 'Escape' && onCancel()}>
      <label htmlFor={`${id}-name`}>Name</label>
      <Input
        autoFocus
        id={`${id}-name`}
        maxLength={50}
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      {UTM_FIELDS.map((field) => (
        <div key={field} className="contents">
          <label htmlFor={`${id}-${field}`}>{UTM_LABELS[field]}</label>
          <Input
            id={`${id}-${field}`}
            className="ui-mono"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={utm[field]}
            onChange={(event) => setUtm({ ...utm, [field]: event.target.value })}
          />
        </div>
      ))}
      <span className="labels-ends">
        <Button type="submit" size="sm" tone="primary" busy={busy}>
          Save
        </Button>
        <Button size="sm" onClick={onCancel}>
          Cancel
        </Button>
      </span>
    </form>
  );
}

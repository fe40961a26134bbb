import { importLabel } from '@/entities/link/link-fields';
import { Select } from '@/shared/ui/select';
import type { Preview } from './import.queries';

/** The value for a column that is not imported. */
const NONE = 'none';

interface Props {
  preview: Preview;
  onChange: (mapping: Record<string, string>) => void;
}

/** Maps each column of the file, shown with sample values, to a link field. */
export function ColumnMapping({ preview, onChange }: Props) {
  const { columns, mapping, fields } = preview;
  const fieldOf = (column: string) => fields.find((field) => mapping[field] === column) ?? NONE;

  function choose(column: string, field: string) {
    const others = Object.entries(mapping).filter(([other, at]) => other !== field && at !== column);
    onChange(Object.fromEntries(field === NONE ? others : [...others, [field, column]]));
  }

  const options = [
    { value: NONE, label: 'Don’t import' },
    ...fields.map((field) => ({ value: field, label: importLabel(field) })),
  ];
  return (
    <ul className="transfer-columns">
      {columns.map(({ name, samples }) => (
        <li key={name} data-used={fieldOf(name) !== NONE || undefined}>
          <div className="min-w-0">
            <p className="ui-truncate font-semibold">{name}</p>
            <p className="ui-mono ui-muted ui-truncate">{samples.length > 0 ? samples.join(' · ') : 'Empty'}</p>
          </div>
          <Select
            value={fieldOf(name)}
            options={options}
            onChange={(field) => choose(name, field)}
            aria-label={`Column ${name}`}
          />
        </li>
      ))}
    </ul>
  );
}

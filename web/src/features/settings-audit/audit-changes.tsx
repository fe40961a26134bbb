import type { AuditEntry } from '@/entities/audit/audit.queries';
import { EMPTY, fieldLabel, fieldValue, valueText } from './audit-values';

/** Whether a field of a created or deleted subject has a value. */
function isSet(value: unknown, labels: AuditEntry['labels']): boolean {
  return value !== false && value !== 0 && valueText(value, labels) !== EMPTY;
}

/** The fields of an entry with their values before and after; without the other state, those that are set. */
export function AuditChanges({ before, after, labels }: Pick<AuditEntry, 'before' | 'after' | 'labels'>) {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
    .filter((field) => (before && after) || isSet((before ?? after)?.[field], labels))
    .sort();
  if (fields.length === 0) return <p className="audit-changes ui-small ui-muted">No visible field changed.</p>;
  return (
    <table className="audit-changes">
      <thead>
        <tr>
          <th scope="col">Field</th>
          {before && <th scope="col">Before</th>}
          {after && <th scope="col">After</th>}
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <tr key={field}>
            <th scope="row">{fieldLabel(field, labels)}</th>
            {before && <td>{fieldValue(field, before[field], labels)}</td>}
            {after && <td>{fieldValue(field, after[field], labels)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

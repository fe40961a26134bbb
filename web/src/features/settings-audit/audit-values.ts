import type { AuditEntry } from '@/entities/audit/audit.queries';

type Labels = AuditEntry['labels'];

/** The text of a value that is not set. */
export const EMPTY = '–';

/** The label of a field, such as "Redirect type" for "redirectStatus". */
export function fieldLabel(field: string, labels: Labels): string {
  const label = labels[field] ?? field;
  return label.charAt(0).toUpperCase() + label.slice(1);
}

/** A value of a named field as text: "Basic" for the plan "BASIC". */
export function fieldValue(field: string, value: unknown, labels: Labels): string {
  const text = valueText(value, labels);
  return field === 'plan' ? text.charAt(0) + text.slice(1).toLowerCase() : text;
}

/** A value as text. Objects are lists of their fields that are set. */
export function valueText(value: unknown, labels: Labels): string {
  if (value === undefined || value === null || value === '') return EMPTY;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.length === 0 ? EMPTY : value.map((item) => valueText(item, labels)).join(', ');
  if (typeof value === 'object') {
    const parts = Object.entries(value)
      .map(([field, part]) => [field, valueText(part, labels)] as const)
      .filter(([, text]) => text !== EMPTY);
    return parts.length === 0
      ? EMPTY
      : parts.map(([field, text]) => `${fieldLabel(field, labels)}: ${text}`).join('; ');
  }
  return String(value);
}

const LABELS: Record<string, string> = {
  url: 'Destination',
  hasPassword: 'Password',
  comments: 'Note',
  folderId: 'Folder',
  utm: 'UTM parameters',
  preview: 'Social preview',
  split: 'A/B test',
  startsAt: 'Start',
  expiresAt: 'Expiration',
  maxClicks: 'Click limit',
  fallbackUrl: 'Fallback destination',
  look: 'Design',
  hsts: 'HSTS',
};

/** The label of a field, such as "Redirect status" for "redirectStatus". */
export function fieldLabel(field: string): string {
  const known = LABELS[field];
  if (known) return known;
  const words = field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A value of a field as text. Objects are lists of their fields that are set. */
export function valueText(value: unknown): string {
  if (value === undefined || value === null || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(valueText).join(', ');
  if (typeof value === 'object') {
    const parts = Object.entries(value)
      .map(([field, part]) => [field, valueText(part)] as const)
      .filter(([, text]) => text !== '–');
    return parts.length === 0 ? '–' : parts.map(([field, text]) => `${fieldLabel(field)}: ${text}`).join('; ');
  }
  return String(value);
}

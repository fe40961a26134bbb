/** The events that a webhook can get, in the groups of the form. */
export const EVENT_GROUPS = [
  {
    label: 'Links',
    events: [
      { value: 'link.created', label: 'Created' },
      { value: 'link.updated', label: 'Changed' },
      { value: 'link.deleted', label: 'Deleted' },
      { value: 'link.restored', label: 'Restored' },
      { value: 'links.imported', label: 'Imported' },
    ],
  },
  {
    label: 'Bio pages',
    events: [
      { value: 'bio_page.form_submitted', label: 'Form submitted' },
      { value: 'bio_page.published', label: 'Published' },
      { value: 'bio_page.unpublished', label: 'Unpublished' },
    ],
  },
  {
    label: 'Domains',
    events: [
      { value: 'domain.verified', label: 'Verified' },
      { value: 'domain.failing', label: 'DNS records missing' },
    ],
  },
  {
    label: 'Members',
    events: [
      { value: 'member.joined', label: 'Joined' },
      { value: 'member.removed', label: 'Removed' },
    ],
  },
  {
    label: 'Conversions',
    events: [
      { value: 'lead.tracked', label: 'Lead tracked' },
      { value: 'sale.tracked', label: 'Sale tracked' },
    ],
  },
] as const;

/** A few words about the selected events: the first two types and the number of others. */
export function describeEvents(events: readonly string[]): string {
  const shown = events.slice(0, 2).join(', ');
  return events.length > 2 ? `${shown} and ${events.length - 2} more` : shown;
}

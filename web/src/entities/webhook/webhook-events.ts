import { t } from '@/shared/i18n/t';

/** The event with the clicks on links. */
export const CLICK_EVENT = 'link.clicked';

/** The events that a webhook can get, in the groups of the form. */
export const eventGroups = () => [
  {
    label: t('Links'),
    events: [
      { value: 'link.created', label: t('Created') },
      { value: 'link.updated', label: t('Changed') },
      { value: 'link.deleted', label: t('Deleted') },
      { value: 'link.restored', label: t('Restored') },
      { value: 'links.imported', label: t('Imported') },
    ],
  },
  {
    label: t('Clicks'),
    events: [{ value: CLICK_EVENT, label: t('Link clicked, in batches') }],
  },
  {
    label: t('Bio pages'),
    events: [
      { value: 'bio_page.form_submitted', label: t('Form submitted') },
      { value: 'bio_page.published', label: t('Published') },
      { value: 'bio_page.unpublished', label: t('Unpublished') },
    ],
  },
  {
    label: t('Domains'),
    events: [
      { value: 'domain.verified', label: t('Verified') },
      { value: 'domain.failing', label: t('DNS records missing') },
    ],
  },
  {
    label: t('Members'),
    events: [
      { value: 'member.joined', label: t('Joined') },
      { value: 'member.removed', label: t('Removed') },
    ],
  },
  {
    label: t('Conversions'),
    events: [
      { value: 'lead.tracked', label: t('Lead tracked') },
      { value: 'sale.tracked', label: t('Sale tracked') },
    ],
  },
  {
    label: t('Alerts'),
    events: [{ value: 'alert.raised', label: t('Alert raised') }],
  },
];

/** A few words about the selected events: the first two types and the number of others. */
export function describeEvents(events: readonly string[]): string {
  const shown = events.slice(0, 2).join(', ');
  return events.length > 2 ? `${shown} and ${events.length - 2} more` : shown;
}

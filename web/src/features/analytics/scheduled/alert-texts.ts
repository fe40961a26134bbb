import type { Alert } from '@/entities/alert/alert.queries';
import { t } from '@/shared/i18n/t';
import { formatList } from '@/shared/lib/intl';

type Kind = Alert['kind'];

export const ALERT_KINDS = [
  { value: 'spike', label: t('Spike: an hour above usual') },
  { value: 'fall', label: t('Fall: a day below usual') },
  { value: 'first_click', label: t('First click on a link') },
] as const satisfies readonly { value: Kind; label: string }[];

/** The values of a new alert; those of the API. */
export const ALERT_DEFAULTS = {
  spike: { percent: 200, minClicks: 50 },
  fall: { percent: 50, minClicks: 50 },
  first_click: { percent: 0, minClicks: 0 },
} as const satisfies Record<Kind, { percent: number; minClicks: number }>;

interface Rule {
  kind: Kind;
  /** The receivers. */
  names: readonly string[];
  percent: number | string;
  minClicks: number | string;
}

/** The rule as a sentence: "Tell Ada when the clicks of an hour are 200% above usual, from 50 clicks on." */
export function alertSentence({ kind, names, percent, minClicks }: Rule): string {
  const values = { names: names.length ? formatList(names) : t('webhooks only'), percent, clicks: minClicks };
  switch (kind) {
    case 'spike':
      return t('Tell {names} when the clicks of an hour are {percent}% above usual, from {clicks} clicks on.', values);
    case 'fall':
      return t(
        'Tell {names} when the clicks of a day are {percent}% below usual, from {clicks} usual clicks on.',
        values,
      );
    default:
      return t('Tell {names} when a link has its first click.', values);
  }
}

/** What the words of the sentence mean. */
export function alertHint(kind: Kind): string {
  switch (kind) {
    case 'spike':
      return t(
        'Usual is the median of the same hour of the week in the four weeks before. The alert is raised again after 6 hours at the earliest.',
      );
    case 'fall':
      return t('Usual is the median of the same weekday in the four weeks before.');
    default:
      return t('First clicks of the same minute are one notification. Filter by link, domain, tag or folder.');
  }
}

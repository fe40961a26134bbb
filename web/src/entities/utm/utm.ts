import type { components } from '@/shared/api/schema';
import { t } from '@/shared/i18n/t';

type Schemas = components['schemas'];
export type UtmConventions = Schemas['UTMConventions'];
export type UtmField = keyof UtmConventions['parameters'];
export type UtmValues = Readonly<Record<UtmField, string>>;

/** The campaign fields with their query parameters. */
export const UTM_PARAMETERS: Readonly<Record<UtmField, string>> = {
  source: 'utm_source',
  medium: 'utm_medium',
  campaign: 'utm_campaign',
  term: 'utm_term',
  content: 'utm_content',
  ref: 'ref',
};

export const UTM_FIELDS = Object.keys(UTM_PARAMETERS) as UtmField[];

/** "utm_source" → "Source". */
export const UTM_LABELS: Readonly<Record<UtmField, string>> = {
  source: t('Source'),
  medium: t('Medium'),
  campaign: t('Campaign'),
  term: t('Term'),
  content: t('Content'),
  ref: t('Referral'),
};

export const NO_UTM: UtmValues = { source: '', medium: '', campaign: '', term: '', content: '', ref: '' };

/** The campaign values of a redirect: the link's own ones, or else those in its destination. */
export function campaignOf(url: string, own: UtmValues): UtmValues {
  const [, query = ''] = /^[^?#]*\?([^#]*)/.exec(url) ?? [];
  const params = new URLSearchParams(query);
  const entries = UTM_FIELDS.map((field) => [field, own[field].trim() || (params.get(UTM_PARAMETERS[field]) ?? '')]);
  return Object.fromEntries(entries) as UtmValues;
}

/** Whether a required value is empty. */
export function isMissing(conventions: UtmConventions, field: UtmField, value: string): boolean {
  return conventions.parameters[field].required && value === '';
}

/** The server's error message for a value; null when it is valid or empty. */
export function valueFault(conventions: UtmConventions, field: UtmField, value: string): string | null {
  const { allowed } = conventions.parameters[field];
  if (value === '') return null;
  if (conventions.lowerCase && value.toLowerCase() !== value) {
    return t('{parameter} must be in lower case: “{value}”.', {
      parameter: UTM_PARAMETERS[field],
      value: value.toLowerCase(),
    });
  }
  if (allowed.length > 0 && !allowed.includes(value)) {
    return t('“{value}” is not an allowed value for {parameter} in this workspace.', {
      value,
      parameter: UTM_PARAMETERS[field],
    });
  }
  return null;
}

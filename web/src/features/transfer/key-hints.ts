import type { SourceId } from '@/shared/data/retrieval-sources';
import { t } from '@/shared/i18n/t';

/** Where the API key of each shortener is found. */
export const KEY_HINTS: Readonly<Record<SourceId, string>> = {
  bitly: t('An access token: in Bitly under Settings, API.'),
  dub: t('In Dub under Settings, API Keys.'),
  kutt: t('In Kutt under Settings, API.'),
  rebrandly: t('In Rebrandly under Account, API keys.'),
  shlink: t('Created on the server with “shlink api-key:generate”.'),
  'short.io': t('A secret key: in Short.io under Integrations & API.'),
  yourls: t('The secret signature token of the page Tools, or a user and a password as “user:password”.'),
};

/** What the click history of a shortener consists of, and how many requests it takes. */
export const HISTORY_HINTS: Readonly<Partial<Record<SourceId, string>>> = {
  bitly: t('The clicks of each day. One more request for each link, of which Bitly allows few.'),
  dub: t(
    'Single clicks with country, device and referrer, or the clicks of each day, as your plan allows. One more request for each 100 clicks of a link.',
  ),
  shlink: t('All visits with country, device and referrer. One more request for each 1,000 visits of a link.'),
};

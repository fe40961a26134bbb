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

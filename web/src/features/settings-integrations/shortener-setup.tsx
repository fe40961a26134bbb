import type { ReactNode } from 'react';
import { PermissionButton } from '@/entities/workspace/ui/permission-controls';
import type { Shortener } from '@/shared/data/shorteners';
import { t } from '@/shared/i18n/t';
import { CopyButton } from '@/shared/ui/copy-button';

/** Where the clients of each shortener ask for the key. */
const KEY_HINTS: Record<Shortener['value'], readonly string[]> = {
  kutt: [t('Enter an API key of Linnet in the options of the browser extension. Other programs send it as X-API-Key.')],
  yourls: [
    t('Enter an API key of Linnet as the signature token, or as the password with any user name.'),
    t(
      'Most plug-ins of WordPress ask for a secret instead: switch on “YOURLS signature” of the key, and enter its signature.',
    ),
  ],
  bitly: [t('Enter the host without “https://” as the host of the API, and an API key of Linnet as the access token.')],
  shlink: [t('Enter the host as the URL of the server, and an API key of Linnet as its API key.')],
  dub: [t('Enter the URL of the API as serverURL of the SDK, and an API key of Linnet as its token.')],
};

interface Props {
  shortener: Shortener;
  /** Of the chosen host: "https://go.example.com". */
  origin: string;
  onCreateKey: () => void;
}

/** What to enter in the clients of a shortener. */
export function ShortenerSetup({ shortener: { value, name, apiPath }, origin, onCreateKey }: Props) {
  return (
    <dl className="integration">
      <Entry label={t('Host')}>
        <Address address={origin} what={t('the host for {name}', { name })} />
      </Entry>
      <Entry label={t('URL of the API')}>
        <Address address={origin + apiPath} what={t('the URL of the API for {name}', { name })} />
      </Entry>
      <Entry label={t('Key')}>
        {KEY_HINTS[value].map((hint) => (
          <p key={hint}>{hint}</p>
        ))}
        <PermissionButton
          permission="keys:manage"
          className="mt-3"
          aria-label={t('Create key for {name}', { name })}
          onClick={onCreateKey}
        >
          {t('Create key')}
        </PermissionButton>
      </Entry>
    </dl>
  );
}

function Entry({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Address({ address, what }: { address: string; what: string }) {
  return (
    <div className="integration-address">
      <code className="ui-mono">{address}</code>
      <CopyButton text={address} what={what} />
    </div>
  );
}

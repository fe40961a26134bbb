import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { domains } from '@/entities/domain/domain.queries';
import { capabilities } from '@/entities/server/capabilities.queries';
import { COMPAT_GUIDE, installFacts } from '@/shared/config/product';
import { SHORTENERS, type Shortener } from '@/shared/data/shorteners';
import { t } from '@/shared/i18n/t';
import { EmptyState } from '@/shared/ui/empty-state';
import { lazyPart } from '@/shared/ui/lazy-part';
import { PageTitle } from '@/shared/ui/page-title';
import { PanelError } from '@/shared/ui/panel-error';
import { Select } from '@/shared/ui/select';
import { SettingsSection } from '@/shared/ui/settings-section';
import { Skeleton } from '@/shared/ui/skeleton';
import { BrowserTools } from './browser-tools';
import { ShortenerSetup } from './shortener-setup';
import './integrations.css';

const ApiKeyDialog = lazyPart(() => import('@/widgets/api-keys/api-key-dialog'), 'ApiKeyDialog');

/**
 * How to use programs that were made for other shorteners (for each API that the server answers, what to enter where), and
 * ways to shorten a page in the browser and on the phone.
 */
export function IntegrationsScreen() {
  const { data: server, error, refetch } = useQuery(capabilities());
  const [keyFor, setKeyFor] = useState<Shortener | null>(null);
  const shorteners = SHORTENERS.filter(({ value }) => server?.compat.includes(value));
  return (
    <>
      <PageTitle
        title={t('Integrations')}
        lead={t('Create links from the browser, the phone and programs that were made for other shorteners.')}
      />
      {error ? (
        <PanelError error={error} onRetry={refetch} />
      ) : !server ? (
        <Skeleton height={160} className="mt-6" />
      ) : shorteners.length === 0 ? (
        <div className="ui-panel mt-6">
          <EmptyState title={t('Switched off')}>
            {t(
              'This server does not answer the APIs of other shorteners. Its operator can switch them on with LINNET_COMPAT.',
            )}
          </EmptyState>
        </div>
      ) : (
        <Shorteners shorteners={shorteners} onCreateKey={setKeyFor} />
      )}
      <SettingsSection title={t('Browser and phone')} about={t('Shorten the page you are looking at.')}>
        <BrowserTools />
      </SettingsSection>
      {keyFor && (
        <ApiKeyDialog
          preset={{ name: keyFor.name, scopes: [...keyFor.scopes], compat: keyFor.value }}
          onClose={() => setKeyFor(null)}
        />
      )}
    </>
  );
}

interface ShortenersProps {
  shorteners: readonly Shortener[];
  onCreateKey: (shortener: Shortener) => void;
}

function Shorteners({ shorteners, onCreateKey }: ShortenersProps) {
  const { data: hosts = [] } = useQuery(domains());
  const [chosen, setChosen] = useState('');
  const { publicUrl } = installFacts();
  const { protocol, host: own } = new URL(publicUrl);
  const host = chosen || own;
  const options = [own, ...hosts.filter(({ isDefault }) => !isDefault).map((domain) => domain.host)].map((value) => ({
    value,
    label: hosts.find((domain) => domain.host === value)?.unicodeHost ?? value,
  }));
  return (
    <>
      {options.length > 1 && (
        <SettingsSection
          title={t('Host')}
          about={t('On a custom domain, new links go to that domain when the program names none.')}
        >
          <Select aria-label={t('Host')} value={host} options={options} onChange={setChosen} />
        </SettingsSection>
      )}
      {shorteners.map((shortener) => (
        <SettingsSection
          key={shortener.value}
          title={shortener.name}
          about={
            <a href={`${COMPAT_GUIDE}#${shortener.value}`} className="ui-more">
              {t('What works and what differs')}
            </a>
          }
        >
          <ShortenerSetup
            shortener={shortener}
            origin={`${protocol}//${host}`}
            onCreateKey={() => onCreateKey(shortener)}
          />
        </SettingsSection>
      ))}
    </>
  );
}

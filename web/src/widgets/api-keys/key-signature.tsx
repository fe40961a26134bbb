import { useQuery } from '@tanstack/react-query';
import { apiKeySignature } from '@/entities/api-key/api-key.queries';
import { t } from '@/shared/i18n/t';
import { CopyButton } from '@/shared/ui/copy-button';
import { Input } from '@/shared/ui/field';
import { PanelError } from '@/shared/ui/panel-error';
import { Skeleton } from '@/shared/ui/skeleton';

/** The signature of a key, with which clients of YOURLS call in its place. */
export function KeySignature({ keyId }: { keyId: string }) {
  const { data, error, refetch } = useQuery(apiKeySignature(keyId));
  return (
    <section className="grid gap-2" aria-labelledby="key-signature">
      <h3 id="key-signature">{t('YOURLS signature')}</h3>
      {error ? (
        <PanelError error={error} onRetry={refetch} />
      ) : data ? (
        <div className="ui-joined ui-full">
          <Input readOnly aria-labelledby="key-signature" value={data} onFocus={(event) => event.target.select()} />
          <CopyButton text={data} what={t('the signature')} tone="primary" />
        </div>
      ) : (
        <Skeleton height={40} />
      )}
      <p className="ui-hint">
        {t('Enter it where a plug-in asks for the secret of YOURLS. Rotating the key replaces it.')}
      </p>
    </section>
  );
}

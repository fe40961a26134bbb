import { type FormEvent, useState } from 'react';
import { storeLastDomain, useLastDomain } from '@/entities/domain/last-domain';
import { useCreateLink } from '@/entities/link/create-link';
import { withScheme } from '@/entities/link/destination';
import type { Link } from '@/entities/link/link.types';
import { PermissionButton } from '@/entities/workspace/ui/permission-controls';
import { useCan } from '@/entities/workspace/use-can';
import { t } from '@/shared/i18n/t';
import { copyText } from '@/shared/lib/clipboard';
import { Input } from '@/shared/ui/field';
import { Kbd } from '@/shared/ui/kbd';
import { lazyPart } from '@/shared/ui/lazy-part';
import { QuickDomain } from './quick-domain';
import { type ShortenError, ShortenErrorMessage, toShortenError } from './shorten-error';

// Loads after the form, which works without it.
const ShortenResult = lazyPart(() => import('./shorten-result'), 'ShortenResult');

const MISSING: ShortenError = { field: 'url', message: t('Enter the URL to shorten.'), limit: false };

/**
 * Creates a link from a URL and an optional alias, and copies it. The domain is the last used one, else that of new links,
 * until another is chosen.
 * The form has no form library, because the home screen loads first.
 */
export function QuickShorten() {
  const create = useCreateLink();
  const lastDomain = useLastDomain();
  const [chosenDomain, setChosenDomain] = useState<string>();
  const domain = chosenDomain ?? lastDomain;
  const canWrite = useCan('links:write');
  const [error, setError] = useState<ShortenError | null>(null);
  const [created, setCreated] = useState<{ link: Link; copied: boolean } | null>(null);

  function showError(form: HTMLFormElement, next: ShortenError) {
    setError(next);
    form.querySelector<HTMLInputElement>(`[name="${next.field}"]`)?.focus();
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!canWrite) return;
    const form = event.currentTarget;
    const fields = new FormData(form);
    const url = String(fields.get('url')).trim();
    const alias = String(fields.get('alias')).trim().replace(/^\//, '');
    setError(null);
    setCreated(null);
    if (url === '') return showError(form, MISSING);
    try {
      const link = await create.mutateAsync({
        url: withScheme(url),
        ...(alias && { alias }),
        ...(domain && { domain }),
      });
      form.reset();
      storeLastDomain(domain);
      setCreated({ link, copied: await copyText(link.shortUrl) });
    } catch (cause) {
      showError(form, toShortenError(cause));
    }
  }

  const ariaProps = (field: ShortenError['field']) =>
    error?.field === field ? { 'aria-invalid': true, 'aria-describedby': 'quick-error' } : {};
  return (
    <section aria-label={t('Shorten a URL')} className="quick-box">
      <form className="home-quick ui-joined" onSubmit={onSubmit} noValidate>
        <Input
          name="url"
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder={t('Paste a long URL')}
          aria-label={t('Long URL')}
          {...ariaProps('url')}
        />
        <QuickDomain domain={domain} onChange={setChosenDomain} />
        <Input
          name="alias"
          className="ui-mono"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={t('alias (optional)')}
          aria-label={t('Alias')}
          {...ariaProps('alias')}
        />
        <PermissionButton permission="links:write" type="submit" tone="primary" busy={create.isPending}>
          {t('Shorten')} <Kbd keys="↵" />
        </PermissionButton>
      </form>
      <ShortenErrorMessage error={error} />
      {created && <ShortenResult key={created.link.id} link={created.link} copied={created.copied} />}
    </section>
  );
}

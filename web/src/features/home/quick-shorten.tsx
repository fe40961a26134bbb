import { type FormEvent, lazy, Suspense, useState } from 'react';
import { useCreateLink } from '@/entities/link/create-link';
import { withScheme } from '@/entities/link/destination';
import { defaultHost } from '@/entities/link/hosts';
import type { Link } from '@/entities/link/link.types';
import { HostCell } from '@/entities/link/ui/host-cell';
import { copyText } from '@/shared/lib/clipboard';
import { Button } from '@/shared/ui/button';
import { Input } from '@/shared/ui/field';
import { Kbd } from '@/shared/ui/kbd';
import { faultOf, type QuickFault, ShortenFault } from './shorten-fault';

const ShortenResult = lazy(() => import('./shorten-result').then((module) => ({ default: module.ShortenResult })));

const MISSING: QuickFault = { field: 'url', message: 'Paste the address that you want to shorten.', limit: false };

/**
 * Shortens an address where one stands: the link is made, copied and shown. Two fields need no form library, and the
 * home is the first thing that is loaded.
 */
export function QuickShorten() {
  const create = useCreateLink();
  const [fault, setFault] = useState<QuickFault | null>(null);
  const [made, setMade] = useState<{ link: Link; copied: boolean } | null>(null);

  function tell(form: HTMLFormElement, next: QuickFault) {
    setFault(next);
    form.querySelector<HTMLInputElement>(`[name="${next.field}"]`)?.focus();
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const typed = new FormData(form);
    const url = String(typed.get('url')).trim();
    const alias = String(typed.get('alias')).trim().replace(/^\//, '');
    setFault(null);
    setMade(null);
    if (url === '') return tell(form, MISSING);
    try {
      const link = await create.mutateAsync({ url: withScheme(url), ...(alias ? { alias } : {}) });
      form.reset();
      setMade({ link, copied: await copyText(link.shortUrl) });
    } catch (error) {
      tell(form, faultOf(error));
    }
  }

  const about = (field: QuickFault['field']) =>
    fault?.field === field ? { 'aria-invalid': true, 'aria-describedby': 'quick-fault' } : {};
  return (
    <section aria-label="Shorten an address" className="quick-box">
      <form className="home-quick ui-joined" onSubmit={onSubmit} noValidate>
        <Input
          name="url"
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="Paste a long address"
          aria-label="Long address"
          {...about('url')}
        />
        <HostCell host={defaultHost()} />
        <Input
          name="alias"
          className="ui-mono"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="alias, if you like"
          aria-label="Alias"
          {...about('alias')}
        />
        <Button type="submit" tone="primary" busy={create.isPending}>
          Shorten <Kbd keys="↵" />
        </Button>
      </form>
      <ShortenFault fault={fault} />
      {made && (
        <Suspense fallback={null}>
          <ShortenResult key={made.link.id} link={made.link} copied={made.copied} />
        </Suspense>
      )}
    </section>
  );
}

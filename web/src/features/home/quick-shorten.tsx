import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useCreateLink } from '@/entities/link/create-link';
import { withScheme } from '@/entities/link/destination';
import { HostCell } from '@/entities/link/host-cell';
import { defaultHost } from '@/entities/link/hosts';
import type { CreateLink, Link } from '@/entities/link/link.types';
import { ApiError, messageOf } from '@/shared/api/errors';
import { copyText } from '@/shared/lib/clipboard';
import { Button } from '@/shared/ui/button';
import { Kbd } from '@/shared/ui/kbd';
import { ShortenFault } from './shorten-fault';
import { ShortenResult } from './shorten-result';

interface Fields {
  url: string;
  alias: string;
}

/** Shortens an address where one stands: the link is made, copied and shown. */
export function QuickShorten() {
  const form = useForm<Fields>({ defaultValues: { url: '', alias: '' } });
  const create = useCreateLink();
  const [made, setMade] = useState<{ link: Link; copied: boolean } | null>(null);
  const { errors } = form.formState;

  const submit = form.handleSubmit(async ({ url, alias }) => {
    setMade(null);
    const link: CreateLink = { url: withScheme(url) };
    const wished = alias.trim().replace(/^\//, '');
    if (wished) link.alias = wished;
    try {
      const answer = await create.mutateAsync(link);
      setMade({ link: answer, copied: await copyText(answer.shortUrl) });
      form.reset();
    } catch (error) {
      tell(error);
    }
  });

  function tell(error: unknown) {
    const faults = error instanceof ApiError ? error.errors : [];
    for (const { field, message } of faults) {
      if (field === 'url' || field === 'alias') form.setError(field, { message }, { shouldFocus: true });
    }
    const named = faults.some(({ field }) => field === 'url' || field === 'alias');
    const status = error instanceof ApiError ? error.status : 0;
    if (!named && status === 409) form.setError('alias', { message: messageOf(error) }, { shouldFocus: true });
    else if (!named) form.setError('root', { type: String(status), message: messageOf(error) });
  }

  return (
    <section aria-label="Shorten an address" className="quick-box">
      <form className="quick joined" onSubmit={submit} noValidate>
        <input
          className="input"
          id="quick-url"
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="Paste a long address"
          aria-label="Long address"
          aria-invalid={errors.url ? true : undefined}
          aria-describedby={errors.url ? 'quick-fault' : undefined}
          {...form.register('url', {
            validate: (value) => value.trim() !== '' || 'Paste the address that you want to shorten.',
          })}
        />
        <HostCell host={defaultHost()} />
        <input
          className="input mono"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="alias, if you like"
          aria-label="Alias"
          aria-invalid={errors.alias ? true : undefined}
          aria-describedby={errors.alias ? 'quick-fault' : undefined}
          {...form.register('alias')}
        />
        <Button type="submit" tone="primary" busy={create.isPending}>
          Shorten <Kbd keys="↵" />
        </Button>
      </form>
      <ShortenFault error={errors.url ?? errors.alias ?? errors.root} />
      {made && <ShortenResult key={made.link.id} link={made.link} copied={made.copied} />}
    </section>
  );
}

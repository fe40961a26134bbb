import { useQuery } from '@tanstack/react-query';
import { Link as RouteLink } from '@tanstack/react-router';
import { useFormContext, useWatch } from 'react-hook-form';
import { allDomains } from '@/entities/domain/domain.queries';
import { t } from '@/shared/i18n/t';
import { Button } from '@/shared/ui/button';
import { Field, Input } from '@/shared/ui/field';
import { Icon } from '@/shared/ui/icon';
import { Tooltip } from '@/shared/ui/tooltip';
import { AliasAvailability } from './alias-availability';
import { DomainSelect } from './domain-select';
import type { LinkForm } from './link-form.schema';
import { randomAlias, suggestAliases } from './suggest-aliases';

/** The short link's domain and alias, with a live availability check and suggestions. */
export function AliasField({ host, own }: { host: string; own?: string }) {
  const { control, register, setValue, formState } = useFormContext<LinkForm>();
  const [typed, title, url] = useWatch({ control, name: ['alias', 'title', 'url'] });
  const alias = typed.trim().replace(/^\//, '');
  const setAlias = (next: string) => setValue('alias', next, { shouldDirty: true, shouldValidate: true });
  const domainError = formState.errors.domain?.message;
  const suggestions = alias === '' ? suggestAliases(title, url) : [];
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
      <Field
        label={t('Short link')}
        error={formState.errors.alias?.message ?? domainError}
        hint={<AliasAvailability host={host} alias={alias} own={own} />}
      >
        {(input) => (
          <div className="ui-joined link-form-short">
            <DomainSelect host={host} fixed={own !== undefined} />
            <Input
              {...input}
              className="ui-mono"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              placeholder={t('random')}
              {...register('alias')}
            />
            <Tooltip text={t('Random alias')}>
              <Button aria-label={t('Random alias')} onClick={() => setAlias(randomAlias())}>
                <Icon name="shuffle" />
              </Button>
            </Tooltip>
          </div>
        )}
      </Field>
      {domainError && <DomainHelp host={host} />}
      {suggestions.length > 0 && (
        <p className="link-form-ideas">
          {suggestions.map((suggestion) => (
            <button key={suggestion} type="button" className="ui-chip ui-plain" onClick={() => setAlias(suggestion)}>
              {suggestion}
            </button>
          ))}
        </p>
      )}
    </div>
  );
}

/** A link to the setup of a pending domain, or to the domains. */
function DomainHelp({ host }: { host: string }) {
  const { data = [] } = useQuery({ ...allDomains(), staleTime: 0 });
  const pending = data.find((domain) => domain.host === host && domain.status === 'pending');
  return (
    <p className="ui-hint">
      {pending ? (
        <RouteLink to="/dashboard/domains/$domainId/setup" params={{ domainId: pending.id }}>
          {t('Finish the setup of {host}', { host: pending.unicodeHost })}
        </RouteLink>
      ) : (
        <RouteLink to="/dashboard/domains">{t('Open domains')}</RouteLink>
      )}
    </p>
  );
}

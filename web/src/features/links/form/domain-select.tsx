import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { domains } from '@/entities/domain/domain.queries';
import type { Domain } from '@/entities/domain/domain.types';
import { useNewLinkDomain } from '@/entities/domain/new-link-domain';
import { HostCell } from '@/entities/link/ui/host-cell';
import { useEventCallback } from '@/shared/hooks/use-event-callback';
import { t } from '@/shared/i18n/t';
import { Combobox } from '@/shared/ui/combobox';
import { Select } from '@/shared/ui/select';
import type { LinkForm } from './link-form.schema';

/** Longer lists have a search field. */
const MAX_SELECT = 12;

/** The short link's domain: plain text, or a select where the workspace has several. */
export function DomainSelect({ host, fixed }: { host: string; fixed: boolean }) {
  const { data = [] } = useQuery({ ...domains(), enabled: !fixed });
  const choose = useChosenDomain(data, fixed);
  if (fixed || data.length < 2) return <HostCell host={host} />;
  if (data.length > MAX_SELECT) {
    return (
      <span className="domain-cell ui-mono">
        <Combobox
          value={host}
          shown={`${host}/`}
          load={async () => data.map((domain) => ({ value: domain.host, label: domain.unicodeHost }))}
          listLabel={t('Domain')}
          placeholder={t('Choose a domain')}
          searchPlaceholder={t('Search domains')}
          emptyText={t('No domain found.')}
          onChange={({ value }) => choose(value)}
        />
      </span>
    );
  }
  return (
    <Select
      aria-label={t('Domain')}
      className="domain-cell ui-mono"
      value={host}
      options={data.map((domain) => ({ value: domain.host, label: `${domain.unicodeHost}/` }))}
      onChange={choose}
    />
  );
}

/**
 * Returns the function that sets the form's domain, with the domain's redirect status unless that was edited. No domain,
 * and one that is not among the usable ones, is replaced by the domain of new links.
 */
function useChosenDomain(known: readonly Domain[], fixed: boolean) {
  const preset = useNewLinkDomain(!fixed);
  const { field } = useController<LinkForm, 'domain'>({ name: 'domain' });
  const { setValue, getFieldState } = useFormContext<LinkForm>();

  const apply = useEventCallback((domain: Domain | undefined) => {
    // The API uses the domain of new links when none is sent.
    field.onChange(!domain || (domain.isDefault && domain.id === preset?.id) ? '' : domain.host);
    if (domain && !getFieldState('redirectStatus').isDirty) {
      setValue('redirectStatus', String(domain.redirectStatus) as LinkForm['redirectStatus']);
    }
  });

  useEffect(() => {
    if (fixed || !preset || (field.value === '' && preset.isDefault)) return;
    apply(known.find(({ host }) => host === field.value) ?? preset);
  }, [known, preset, fixed, field.value, apply]);

  return (host: string) => apply(known.find((domain) => domain.host === host));
}

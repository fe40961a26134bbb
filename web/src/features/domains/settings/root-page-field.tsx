import { useQuery } from '@tanstack/react-query';
import { useController } from 'react-hook-form';
import { bioPageList } from '@/entities/bio-page/bio-page.queries';
import type { BioPage } from '@/entities/bio-page/bio-page.types';
import { allDomains } from '@/entities/domain/domain.queries';
import type { Domain } from '@/entities/domain/domain.types';
import { Field } from '@/shared/ui/field';
import { Select } from '@/shared/ui/select';
import type { RedirectsValues } from './redirects.schema';
import type { useDomainForm } from './use-domain-form';

const NONE = 'none';

/** The pages that a domain can show: the published ones of its own and of the default domain, and the current one. */
function optionsFor(pages: readonly BioPage[], hosts: readonly (string | undefined)[], current: string) {
  const options = pages
    .filter(
      ({ id, domain, publishedRevision }) => id === current || (publishedRevision !== null && hosts.includes(domain)),
    )
    .map(({ id, title, publishedRevision }) => ({
      value: id,
      label: publishedRevision === null ? `${title} (not published)` : title,
    }));
  const listed = current === '' || options.some(({ value }) => value === current);
  return [{ value: NONE, label: 'None' }, ...(listed ? [] : [{ value: current, label: 'Selected page' }]), ...options];
}

interface Props {
  domain: Domain;
  form: ReturnType<typeof useDomainForm<RedirectsValues>>;
}

/** The bio page at the root of a domain. */
export function RootPageField({ domain, form }: Props) {
  const { data: pages = [], error } = useQuery(bioPageList());
  const { data: hosts = [] } = useQuery(allDomains());
  const { field } = useController({ control: form.control, name: 'rootPageId' });
  const own = hosts.find(({ isDefault }) => isDefault);
  return (
    <Field
      label="Bio page at the root"
      className="ui-full"
      hint={
        error
          ? 'The bio pages of this workspace couldn’t be loaded. Reload to choose another one.'
          : `Published bio pages of this domain${domain.isDefault ? '' : ` and of ${own?.unicodeHost ?? 'the default domain'}`}. While the page isn’t public, the root URL applies.`
      }
      error={form.errorOf('rootPageId')}
    >
      {(control) => (
        <Select
          {...control}
          ref={field.ref}
          value={field.value || NONE}
          options={optionsFor(pages, [domain.host, own?.host], field.value)}
          onChange={(value) => field.onChange(value === NONE ? '' : value)}
        />
      )}
    </Field>
  );
}

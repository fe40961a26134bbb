import { Field, UrlInput } from '@/shared/ui/field';
import type { RedirectsValues } from './redirects.schema';
import type { useDomainForm } from './use-domain-form';

type RedirectName = Exclude<keyof RedirectsValues, 'rootPageId'>;

const FIELDS: Record<RedirectName, { label: string; hint: string }> = {
  rootUrl: {
    label: 'Root URL',
    hint: 'For visits to the domain itself. Empty: a page that says that the domain serves short links.',
  },
  notFoundUrl: { label: 'Not-found URL', hint: 'For aliases that don’t exist. Empty: a “not found” page.' },
  expiredUrl: { label: 'Expired URL', hint: 'For expired links without a fallback URL. Empty: an “expired” page.' },
};

interface Props {
  form: ReturnType<typeof useDomainForm<RedirectsValues>>;
  name: RedirectName;
  /** Replaces the hint of the field. */
  hint?: string;
}

/** One of a domain's redirects. */
export function RedirectField({ form, name, hint }: Props) {
  return (
    <Field label={FIELDS[name].label} className="ui-full" hint={hint ?? FIELDS[name].hint} error={form.errorOf(name)}>
      {(control) => <UrlInput {...control} {...form.register(name)} placeholder="https://example.com/" />}
    </Field>
  );
}

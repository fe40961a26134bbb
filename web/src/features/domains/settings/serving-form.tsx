import { useController } from 'react-hook-form';
import * as z from 'zod/mini';
import type { Domain, UpdateDomain } from '@/entities/domain/domain.types';
import { useLinkCount } from '@/entities/domain/domain-detail.queries';
import { withScheme } from '@/entities/link/destination';
import { t } from '@/shared/i18n/t';
import { VISITOR_LANGUAGES } from '@/shared/i18n/visitor-languages';
import { Field, UrlInput } from '@/shared/ui/field';
import { Select } from '@/shared/ui/select';
import { VisitorLanguageSelect } from '@/shared/ui/visitor-language-select';
import { CheckRow } from './check-row';
import { SettingsActions } from './settings-actions';
import { type DomainForm, useDomainForm } from './use-domain-form';

const STATUSES = [
  { value: '302', label: '302 Found (temporary)' },
  { value: '301', label: '301 Moved permanently (cached by browsers)' },
  { value: '307', label: '307 Temporary redirect (same method)' },
  { value: '308', label: '308 Permanent redirect (same method)' },
] as const;

const schema = z.object({
  redirectStatus: z.enum(['301', '302', '307', '308']),
  faviconUrl: z.string(),
  language: z.nullable(z.enum(VISITOR_LANGUAGES)),
  caseSensitive: z.boolean(),
  allowRobots: z.boolean(),
  hsts: z.boolean(),
});

const servingForm: DomainForm<z.infer<typeof schema>> = {
  schema,
  toForm: ({ redirectStatus, faviconUrl, language, caseSensitive, robots, hsts }) => ({
    redirectStatus: String(redirectStatus) as z.infer<typeof schema>['redirectStatus'],
    faviconUrl: faviconUrl ?? '',
    language,
    caseSensitive,
    allowRobots: robots === 'allow',
    hsts,
  }),
  toChange: ({ redirectStatus, faviconUrl, language, caseSensitive, allowRobots, hsts }) => ({
    redirectStatus: Number(redirectStatus) as UpdateDomain['redirectStatus'],
    faviconUrl: faviconUrl.trim() === '' ? null : withScheme(faviconUrl),
    language,
    caseSensitive,
    robots: allowRobots ? 'allow' : 'disallow',
    hsts,
  }),
};

/** The default redirect status, the favicon, the language, the case rule, robots.txt and HSTS. */
export function ServingForm({ domain }: { domain: Domain }) {
  const form = useDomainForm({ domain, ...servingForm });
  const links = useLinkCount(domain.id);
  const { field: status } = useController({ control: form.control, name: 'redirectStatus' });
  const { field: language } = useController({ control: form.control, name: 'language' });
  return (
    <form noValidate onSubmit={form.submit}>
      <Field
        label="Redirect status of new links"
        className="ui-full"
        error={form.errorOf('redirectStatus')}
        hint="Links with a status of their own are not changed."
      >
        {(control) => <Select {...control} value={status.value} options={STATUSES} onChange={status.onChange} />}
      </Field>
      <Field
        label="Favicon URL"
        className="ui-full"
        error={form.errorOf('faviconUrl')}
        hint="An icon on your website. Browsers show it for pages of this domain, such as password pages."
      >
        {(control) => (
          <UrlInput {...control} {...form.register('faviconUrl')} placeholder="https://example.com/favicon.ico" />
        )}
      </Field>
      <Field
        label={t('Language of the pages')}
        className="ui-full"
        error={form.errorOf('language')}
        hint={t('Of what visitors see on this domain, such as password pages. A bio page can have another one.')}
      >
        {(control) => (
          <VisitorLanguageSelect
            {...control}
            value={language.value}
            onChange={language.onChange}
            unset={t('Language of each visitor')}
          />
        )}
      </Field>
      <CheckRow
        {...form.register('caseSensitive')}
        label="Case-sensitive aliases"
        hint={`/Launch and /launch are different links.${links ? ' Can be changed only while the domain has no links.' : ''}`}
        error={form.errorOf('caseSensitive')}
      />
      <CheckRow
        {...form.register('allowRobots')}
        label="Allow crawlers"
        hint="When off, robots.txt asks search engines not to visit links on this domain."
      />
      <CheckRow
        {...form.register('hsts')}
        label="Require HTTPS (HSTS)"
        hint={
          domain.isDefault
            ? 'Browsers that have visited the domain then refuse plain HTTP on it. Always on while the public URL of this server begins with https.'
            : 'Browsers that have visited the domain then refuse plain HTTP on it. It can’t be taken back quickly, so turn it on once the certificate works.'
        }
      />
      <SettingsActions form={form} domain={domain} label="Save behavior" />
    </form>
  );
}

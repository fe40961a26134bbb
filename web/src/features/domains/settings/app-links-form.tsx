import * as z from 'zod/mini';
import type { Domain } from '@/entities/domain/domain.types';
import { Field, Textarea } from '@/shared/ui/field';
import { jsonTextError, parseJsonText, toJsonText } from './json-text';
import { SettingsActions } from './settings-actions';
import { type DomainForm, useDomainForm } from './use-domain-form';

const json = () =>
  z.string().check((context) => {
    const message = jsonTextError(context.value);
    if (message) context.issues.push({ code: 'custom', message, input: context.value });
  });

const schema = z.object({ appleAppSiteAssociation: json(), assetLinks: json() });

type Values = z.infer<typeof schema>;

const appLinksForm: DomainForm<Values> = {
  schema,
  toForm: ({ appleAppSiteAssociation, assetLinks }) => ({
    appleAppSiteAssociation: toJsonText(appleAppSiteAssociation),
    assetLinks: toJsonText(assetLinks),
  }),
  toChange: ({ appleAppSiteAssociation, assetLinks }) => ({
    appleAppSiteAssociation: parseJsonText(appleAppSiteAssociation),
    assetLinks: parseJsonText(assetLinks),
  }),
};

const FILES: readonly { name: keyof Values; label: string; path: string; example: string }[] = [
  {
    name: 'appleAppSiteAssociation',
    label: 'iOS: apple-app-site-association',
    path: 'apple-app-site-association',
    example: '{ "applinks": { "details": [{ "appIDs": ["TEAMID.com.example.app"] }] } }',
  },
  {
    name: 'assetLinks',
    label: 'Android: assetlinks.json',
    path: 'assetlinks.json',
    example:
      '[{ "relation": ["delegate_permission/common.handle_all_urls"], "target": { "namespace": "android_app" } }]',
  },
];

/** The files that associate apps with the domain, as JSON. */
export function AppLinksForm({ domain }: { domain: Domain }) {
  const form = useDomainForm({ domain, ...appLinksForm });
  return (
    <form noValidate onSubmit={form.submit}>
      {FILES.map(({ name, label, path, example }) => (
        <Field
          key={name}
          label={label}
          className="ui-full"
          error={form.errorOf(name)}
          hint={
            <>
              Served at <span className="ui-mono domain-path">{`/.well-known/${path}`}</span>
            </>
          }
        >
          {(control) => (
            <Textarea
              {...control}
              {...form.register(name)}
              className="ui-mono"
              rows={7}
              spellCheck={false}
              autoCapitalize="none"
              placeholder={example}
            />
          )}
        </Field>
      ))}
      <SettingsActions form={form} domain={domain} label="Save app links" />
    </form>
  );
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useController } from 'react-hook-form';
import * as z from 'zod/mini';
import { ROLES } from '@/entities/member/member.queries';
import { type SignOnSettings, signOnKey } from '@/entities/sign-on/sign-on.queries';
import { PermissionButton } from '@/entities/workspace/ui/permission-controls';
import { api, body } from '@/shared/api/client';
import { messageOf } from '@/shared/api/errors';
import { FormSummary } from '@/shared/forms/form-summary';
import { useAppForm } from '@/shared/forms/use-app-form';
import { Field, Input, UrlInput } from '@/shared/ui/field';
import { PasswordInput } from '@/shared/ui/password-input';
import { Select } from '@/shared/ui/select';
import { SwitchField } from '@/shared/ui/switch';
import { TagsInput } from '@/shared/ui/tags-input';
import { toast } from '@/shared/ui/toast';

const schema = z.object({
  issuer: z.string().check(z.regex(/^https?:\/\/\S+$/, 'Enter an address that begins with https://')),
  clientId: z.string().check(z.minLength(1, 'Enter the client ID')),
  clientSecret: z.string(),
  domains: z.array(z.string()).check(z.minLength(1, 'Enter at least one email domain')),
  defaultRole: z.enum(['viewer', 'editor', 'admin']),
  enforced: z.boolean(),
});

type Form = z.infer<typeof schema>;

const DEFAULTS: Form = {
  issuer: '',
  clientId: '',
  clientSecret: '',
  domains: [],
  defaultRole: 'editor',
  enforced: false,
};

/** The stored values. The secret is never returned; empty leaves it unchanged. */
function toForm({ connection }: SignOnSettings): Form {
  if (!connection) return DEFAULTS;
  const { issuer, clientId, domains, defaultRole, enforced } = connection;
  return { issuer, clientId, clientSecret: '', domains, defaultRole, enforced };
}

const roles = ROLES.flatMap(({ value, label }) => (value === 'owner' ? [] : [{ value, label }]));

/** Sets up and changes the connection. */
export function SignOnForm({ settings }: { settings: SignOnSettings }) {
  const queries = useQueryClient();
  const form = useAppForm({
    schema,
    defaultValues: toForm(settings),
    values: toForm(settings),
    onSubmit: (values: Form) => body(api.PUT('/single-sign-on', { body: values })),
    onSuccess: (saved) => {
      queries.setQueryData(signOnKey(), saved);
      form.reset(toForm(saved));
      toast({ title: 'Single sign-on saved', text: 'Sign in once with the sign-in link to check it.' });
    },
  });
  const test = useMutation({
    mutationFn: (issuer: string) => body(api.POST('/single-sign-on/test', { body: { issuer } })),
    onSuccess: ({ authorizationEndpoint }) =>
      toast({ title: 'The provider responds', text: `Members sign in at ${new URL(authorizationEndpoint).host}.` }),
    onError: (error) => toast({ title: 'The test failed', text: messageOf(error), tone: 'bad' }),
  });
  const { field: domains } = useController({ control: form.control, name: 'domains' });
  const { field: role } = useController({ control: form.control, name: 'defaultRole' });
  const hosts = settings.verifiedDomains;
  return (
    <form noValidate onSubmit={form.submit} className="grid max-w-[560px] gap-4">
      <Field
        label="Issuer"
        className="ui-full"
        error={form.errorOf('issuer')}
        hint="The address of the provider, exactly as its configuration names it."
      >
        {(field) => <UrlInput {...field} placeholder="https://login.example.com" {...form.register('issuer')} />}
      </Field>
      <Field label="Client ID" error={form.errorOf('clientId')}>
        {(field) => <Input {...field} autoComplete="off" className="ui-mono" {...form.register('clientId')} />}
      </Field>
      <Field
        label="Client secret"
        error={form.errorOf('clientSecret')}
        hint={
          settings.connection ? 'Leave empty to keep the stored secret.' : 'Stored encrypted and never shown again.'
        }
      >
        {(field) => <PasswordInput {...field} what="secret" autoComplete="off" {...form.register('clientSecret')} />}
      </Field>
      <Field
        label="Email domains"
        error={form.errorOf('domains')}
        hint={hosts.length > 0 ? `Verified: ${hosts.join(', ')}, and the names below.` : 'Verify a domain first.'}
      >
        {(field) => (
          <TagsInput
            {...field}
            ref={domains.ref}
            noun="domain"
            placeholder={hosts[0]}
            value={domains.value}
            onChange={domains.onChange}
          />
        )}
      </Field>
      <Field label="Role of new members" error={form.errorOf('defaultRole')}>
        {(field) => <Select {...field} ref={role.ref} value={role.value} options={roles} onChange={role.onChange} />}
      </Field>
      <SwitchField
        className="ui-full"
        label="Require single sign-on"
        hint="Members with these email domains can then open this workspace only after a sign-in with the provider. Owners are exempt, so that a broken provider cannot lock them out. API keys keep working."
        {...form.register('enforced')}
      />
      <FormSummary messages={form.summary} />
      <div className="flex flex-wrap gap-3">
        <PermissionButton
          permission="sso:manage"
          type="submit"
          tone="primary"
          busy={form.isPending}
          disabled={!form.isDirty}
        >
          Save single sign-on
        </PermissionButton>
        <PermissionButton
          permission="sso:manage"
          busy={test.isPending}
          onClick={() => test.mutate(form.methods.getValues('issuer'))}
        >
          Test issuer
        </PermissionButton>
      </div>
    </form>
  );
}

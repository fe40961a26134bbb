import { Link as RouteLink, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import * as z from 'zod/mini';
import { createDomain, useStoreDomain } from '@/entities/domain/domain-mutations';
import { PermissionButton } from '@/entities/workspace/ui/permission-controls';
import { ApiError } from '@/shared/api/errors';
import { FormSummary } from '@/shared/forms/form-summary';
import { useAppForm } from '@/shared/forms/use-app-form';
import { buttonClass } from '@/shared/ui/button';
import { Field, Input } from '@/shared/ui/field';
import { PlansLink } from '@/widgets/plans/plans-link';
import { asciiHost, cleanHost } from './host-name';

const schema = z.object({
  host: z.string().check(z.refine((text) => cleanHost(text) !== '', { error: 'Enter a domain name.' })),
});

type Form = z.infer<typeof schema>;

/** Adds a domain by its name. */
export function NameForm() {
  const navigate = useNavigate();
  const store = useStoreDomain();
  const [typed, setTyped] = useState('');
  const form = useAppForm({
    schema,
    defaultValues: { host: '' },
    guard: false,
    onSubmit: ({ host }: Form) => createDomain(cleanHost(host)),
    onSuccess: (domain) => {
      store(domain);
      return navigate({ to: '/dashboard/domains/$domainId/setup', params: { domainId: domain.id }, replace: true });
    },
    errorTitle: 'Couldn’t add the domain',
  });
  const { error } = form.mutation;
  const limitReached = error instanceof ApiError && error.status === 402;
  const ascii = asciiHost(cleanHost(typed));
  return (
    <form noValidate className="domain-form" onSubmit={form.submit}>
      <Field
        label="Domain name"
        error={form.errorOf('host')}
        hint={
          ascii ? (
            <>
              In DNS: <span className="ui-mono">{ascii}</span>
            </>
          ) : (
            'Without https:// and without a path.'
          )
        }
      >
        {(field) => (
          <Input
            {...field}
            {...form.register('host', { onChange: (event) => setTyped(event.target.value) })}
            className="ui-mono"
            autoFocus
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            inputMode="url"
            placeholder="go.example.com"
          />
        )}
      </Field>
      {limitReached ? (
        <div className="ui-notice ui-bad" role="alert">
          <p>{error.message}</p>
          <PlansLink />
        </div>
      ) : (
        <FormSummary messages={form.summary} />
      )}
      <div className="domain-actions">
        <RouteLink to="/dashboard/domains" className={buttonClass()}>
          Cancel
        </RouteLink>
        <PermissionButton permission="domains:manage" type="submit" tone="primary" busy={form.isPending}>
          Continue
        </PermissionButton>
      </div>
    </form>
  );
}

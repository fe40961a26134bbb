import { useQuery } from '@tanstack/react-query';
import { Link as RouteLink, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import * as z from 'zod/mini';
import { allDomains } from '@/entities/domain/domain.queries';
import { createDomain, useStoreDomain } from '@/entities/domain/domain-mutations';
import { PermissionButton } from '@/entities/workspace/ui/permission-controls';
import { ApiError, isLimitReached } from '@/shared/api/errors';
import { FormSummary } from '@/shared/forms/form-summary';
import { useAppForm } from '@/shared/forms/use-app-form';
import { buttonClass } from '@/shared/ui/button';
import { Field, UrlInput } from '@/shared/ui/field';
import { PlansLink } from '@/widgets/plans/plans-link';
import { asciiHost, cleanHost } from './host-name';

const schema = z.object({
  host: z.string().check(z.refine((text) => cleanHost(text) !== '', { error: 'Enter a domain name.' })),
});

type Form = z.infer<typeof schema>;

/** The domain of the workspace because of which a host was rejected; undefined after other errors. */
function useOwnDomain(error: Error | null, host = '') {
  const { data = [] } = useQuery({ ...allDomains(), enabled: error instanceof ApiError && error.status === 409 });
  const name = cleanHost(host);
  return error ? data.find((domain) => domain.host === (asciiHost(name) || name.toLowerCase())) : undefined;
}

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
  const own = useOwnDomain(error, form.mutation.variables?.host);
  const ascii = asciiHost(cleanHost(typed));
  return (
    <form noValidate className="domain-form" onSubmit={form.submit}>
      <Field
        label="Domain name"
        error={
          own && form.errorOf('host') ? (
            <>
              {form.errorOf('host')}{' '}
              <RouteLink to="/dashboard/domains/$domainId" params={{ domainId: own.id }} className="ui-more">
                Open {own.unicodeHost}
              </RouteLink>
            </>
          ) : (
            form.errorOf('host')
          )
        }
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
          <UrlInput
            {...field}
            {...form.register('host', { onChange: (event) => setTyped(event.target.value) })}
            className="ui-mono"
            autoFocus
            placeholder="go.example.com"
          />
        )}
      </Field>
      {isLimitReached(error) ? (
        <div className="ui-notice ui-bad" role="alert">
          <p>{error?.message}</p>
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

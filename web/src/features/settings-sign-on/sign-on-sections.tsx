import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type SignOnConnection, signOnKey, signOnSettings } from '@/entities/sign-on/sign-on.queries';
import { PermissionButton } from '@/entities/workspace/ui/permission-controls';
import { api } from '@/shared/api/client';
import { messageOf } from '@/shared/api/errors';
import { API_BASE } from '@/shared/api/request';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { CopyButton } from '@/shared/ui/copy-button';
import { PanelError } from '@/shared/ui/panel-error';
import { SettingsSection } from '@/shared/ui/settings-section';
import { Skeleton } from '@/shared/ui/skeleton';
import { toast } from '@/shared/ui/toast';
import { SignOnForm } from './sign-on-form';

/** The addresses for the provider, the connection, and its removal. */
export function SignOnSections() {
  const { data, error, refetch } = useQuery(signOnSettings());
  if (error) return <PanelError error={error} onRetry={refetch} />;
  if (!data) return <Skeleton height={420} className="mt-6" />;
  const { connection, redirectUri, verifiedDomains } = data;
  return (
    <>
      {verifiedDomains.length === 0 && (
        <p className="ui-notice my-5" role="status">
          <span>
            <b>This workspace has no verified domain.</b> Single sign-on is for email addresses at a domain that the
            workspace has verified. <Link to="/dashboard/domains">Add a domain</Link>, such as example.com.
          </span>
        </p>
      )}
      <SettingsSection
        title="At the provider"
        about="Create a web application (OpenID Connect, authorization code) at your provider with this redirect URI."
      >
        <Address label="Redirect URI" text={redirectUri} />
        {connection && (
          <Address label="Sign-in link" text={`${location.origin}${API_BASE}/auth/oidc/${connection.id}`} />
        )}
      </SettingsSection>
      <SettingsSection
        title="Connection"
        about="A sign-in creates the account if there is none, and adds the user to this workspace. To end the access of a person, remove them at the provider as well as here."
      >
        <SignOnForm key={connection?.id} settings={data} />
      </SettingsSection>
      {connection && <Removal connection={connection} />}
    </>
  );
}

function Address({ label, text }: { label: string; text: string }) {
  return (
    <div className="mb-4 max-w-[560px]">
      <p className="mb-1 font-semibold">{label}</p>
      <p className="ui-panel flex items-center gap-2 py-1 pr-1 pl-3">
        <span className="ui-mono ui-small min-w-0 flex-1 break-all">{text}</span>
        <CopyButton text={text} what={label === 'Redirect URI' ? 'the redirect URI' : 'the sign-in link'} />
      </p>
    </div>
  );
}

function Removal({ connection }: { connection: SignOnConnection }) {
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () => api.DELETE('/single-sign-on'),
    onSuccess: () => {
      setAsking(false);
      toast({ title: 'Single sign-on removed', text: connection.issuer });
      return queries.invalidateQueries({ queryKey: signOnKey() });
    },
    onError: (error) => toast({ title: 'Couldn’t remove it', text: messageOf(error), tone: 'bad' }),
  });
  return (
    <SettingsSection title="Remove" about="Members keep their accounts and their access to this workspace.">
      <PermissionButton permission="sso:manage" tone="danger" onClick={() => setAsking(true)}>
        Remove single sign-on
      </PermissionButton>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Remove single sign-on?"
        action="Remove"
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
      >
        <p>
          Members without a password set one with “Forgot password?” on the login page. The connection with{' '}
          <b className="break-all">{connection.issuer}</b> and its client secret are deleted.
        </p>
      </ConfirmDialog>
    </SettingsSection>
  );
}

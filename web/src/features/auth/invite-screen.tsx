import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useUser } from '@/entities/session/use-session';
import { api, body } from '@/shared/api/client';
import { ApiError, messageOf } from '@/shared/api/errors';
import type { components } from '@/shared/api/schema';
import { t } from '@/shared/i18n/t';
import { Trans } from '@/shared/i18n/trans';
import { Button, buttonClass } from '@/shared/ui/button';
import { AuthPage } from './auth-page';

type Invitation = components['schemas']['OpenInvitation'];

interface Props {
  token: string;
  /** Called with the id of the workspace that the user joined. */
  onAccepted: (workspaceId: string) => void;
}

/** Loads the log-out only when it is needed: it is part of the dashboard's chunk. */
async function logOut() {
  const module = await import('@/entities/session/log-out');
  module.logOut();
}

const PAGE = { title: t('Invitation'), description: t('Accept an invitation to a workspace.') };

/** The page of an invitation: accepts it, or leads to the sign-up and the login. */
export function InviteScreen({ token, onAccepted }: Props) {
  const { data, error } = useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => body(api.GET('/invitations/{token}', { params: { path: { token } }, signal })),
    staleTime: 0,
  });
  if (error) {
    const ended = error instanceof ApiError && (error.status === 410 || error.status === 404);
    return (
      <AuthPage
        {...PAGE}
        heading={ended ? t('This invitation doesn’t work') : t('Couldn’t load the invitation')}
        lead={messageOf(error)}
      >
        <Link to="/dashboard" className={buttonClass()}>
          {t('Go to the dashboard')}
        </Link>
      </AuthPage>
    );
  }
  if (!data) {
    return (
      <AuthPage {...PAGE} heading={t('Invitation')}>
        <p className="ui-muted">{t('Loading...')}</p>
      </AuthPage>
    );
  }
  return (
    <AuthPage
      {...PAGE}
      heading={t('Join {workspace}', { workspace: data.workspaceName })}
      lead={
        data.email ? (
          <Trans
            text="{inviter} invited <b>{email}</b> as {role}."
            values={{ inviter: data.inviterName, email: data.email, role: data.role }}
            tags={{ b: (children) => <b>{children}</b> }}
          />
        ) : (
          t('{inviter} invited you as {role}.', { inviter: data.inviterName, role: data.role })
        )
      }
    >
      <Choices token={token} invitation={data} onAccepted={onAccepted} />
    </AuthPage>
  );
}

function Choices({ token, invitation, onAccepted }: Props & { invitation: Invitation }) {
  const user = useUser();
  if (!user) return <SignIn token={token} email={invitation.email} />;
  if (invitation.email && invitation.email.toLowerCase() !== user.email.toLowerCase()) {
    return (
      <>
        <p className="ui-notice mb-5" role="status">
          <span>
            <Trans
              text="You are logged in as <b>{email}</b>. This invitation is for another address. Log out, then log in with that address or create an account."
              values={{ email: user.email }}
              tags={{ b: (children) => <b>{children}</b> }}
            />
          </span>
        </p>
        <Button onClick={logOut}>{t('Log out')}</Button>
      </>
    );
  }
  return <Accept token={token} email={user.email} onAccepted={onAccepted} />;
}

function SignIn({ token, email }: { token: string; email: string | null }) {
  const hash = new URLSearchParams({ invite: token, ...(email && { email }) }).toString();
  return (
    <div className="flex flex-wrap gap-3">
      <Link to="/signup" hash={hash} className={buttonClass({ tone: 'primary', size: 'lg' })}>
        {t('Create an account')}
      </Link>
      <Link to="/login" state={{ from: `/invite/${token}` }} className={buttonClass({ size: 'lg' })}>
        {t('Log in')}
      </Link>
    </div>
  );
}

function Accept({ token, email, onAccepted }: Props & { email: string }) {
  const accept = useMutation({
    mutationFn: () => body(api.POST('/invitations/{token}/accept', { params: { path: { token } } })),
    onSuccess: ({ id }) => onAccepted(id),
  });
  return (
    <>
      <p className="ui-muted mb-5">{t('You are logged in as {email}.', { email })}</p>
      <Button tone="primary" size="lg" busy={accept.isPending} onClick={() => accept.mutate()}>
        {t('Accept invitation')}
      </Button>
      {accept.isError && (
        <p className="text-clay mt-4" role="alert">
          {messageOf(accept.error)}
        </p>
      )}
    </>
  );
}

import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { profileQuery } from '@/entities/session/me.queries';
import { api } from '@/shared/api/client';
import { messageOf } from '@/shared/api/errors';
import { t } from '@/shared/i18n/t';
import { Trans } from '@/shared/i18n/trans';
import { sessionStore } from '@/shared/lib/session-store';
import { Button } from '@/shared/ui/button';
import { toast } from '@/shared/ui/toast';

/** Reminds a user whose address is not verified. It disappears when the address was verified, also on another device. */
export function VerifyEmailBanner({ email }: { email: string }) {
  const { data } = useQuery({ ...profileQuery, refetchOnWindowFocus: 'always' });
  useEffect(() => {
    if (data?.emailVerified) sessionStore.patchUser({ emailVerified: true });
  }, [data?.emailVerified]);
  const resend = useMutation({
    mutationFn: () => api.POST('/me/email/verification'),
    onSuccess: () => toast({ title: t('Email sent'), text: t('Open the link in the email to {email}.', { email }) }),
    onError: (error) => toast({ title: t('Couldn’t send the email'), text: messageOf(error), tone: 'bad' }),
  });
  return (
    <div className="ui-notice mb-5" role="status">
      <span>
        <Trans
          text="Verify your email address to create links. We sent a link to <b>{email}</b>."
          values={{ email }}
          tags={{ b: (children) => <b>{children}</b> }}
        />
      </span>
      <Button size="sm" busy={resend.isPending} onClick={() => resend.mutate()}>
        {t('Send again')}
      </Button>
    </div>
  );
}

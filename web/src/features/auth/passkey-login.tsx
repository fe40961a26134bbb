import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { rawMessageOf } from '@/shared/api/errors';
import { t } from '@/shared/i18n/t';
import { sessionStore } from '@/shared/lib/session-store';
import { Button } from '@/shared/ui/button';
import { Icon } from '@/shared/ui/icon';
import { toast } from '@/shared/ui/toast';

interface Props {
  /** Also suggests passkeys in the email field of the page. */
  suggest?: boolean;
  onDone: () => void;
}

/** Loaded after the page, to stay within its budget. */
const loadWebAuthn = () => import('@/entities/passkey/web-authn');

type WebAuthn = Awaited<ReturnType<typeof loadWebAuthn>>;

async function showFailure(error: unknown): Promise<void> {
  const { isCancelled } = await loadWebAuthn();
  if (!isCancelled(error)) toast({ title: t('Login Failed'), text: rawMessageOf(error), tone: 'bad' });
}

/** Signs in with a passkey. */
export function PasskeyLogin({ suggest = false, onDone }: Props) {
  // A browser runs one request at a time: that of the button aborts that of the suggestions.
  const suggestion = useRef<AbortController>(null);
  const finish = ({ user, token }: Awaited<ReturnType<WebAuthn['signInWithPasskey']>>) => {
    sessionStore.save(user, token);
    onDone();
  };
  const finishSuggested = useEffectEvent(finish);
  useEffect(() => {
    if (!suggest) return;
    const controller = new AbortController();
    suggestion.current = controller;
    loadWebAuthn()
      .then(({ signInWithSuggestion }) => signInWithSuggestion(controller.signal))
      .then((result) => result && finishSuggested(result))
      .catch(showFailure);
    return () => controller.abort();
  }, [suggest]);
  const signIn = useMutation({
    mutationFn: async () => {
      const { hasPasskeys, signInWithPasskey } = await loadWebAuthn();
      if (!hasPasskeys()) throw new Error('Passkeys need a current browser, HTTPS and a host name.');
      suggestion.current?.abort();
      return signInWithPasskey();
    },
    onSuccess: finish,
    onError: showFailure,
  });
  return (
    <Button size="lg" wide className="mt-4" busy={signIn.isPending} onClick={() => signIn.mutate()}>
      <Icon name="key" />
      {t('Use a passkey')}
    </Button>
  );
}

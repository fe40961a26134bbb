import { createFileRoute, useRouter } from '@tanstack/react-router';
import { SignOnScreen } from '@/features/auth/sign-on-screen';

export const Route = createFileRoute('/login_/sso')({ component: SignOnRoute });

function SignOnRoute() {
  const { history } = useRouter();
  return <SignOnScreen onDone={() => history.replace('/dashboard')} />;
}

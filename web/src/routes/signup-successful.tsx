import { createFileRoute } from '@tanstack/react-router';
import { SignupSuccessfulScreen } from '@/features/auth/signup-successful-screen';

export const Route = createFileRoute('/signup-successful')({
  component: SignupSuccessfulScreen,
});

import { createFileRoute } from '@tanstack/react-router';
import { NameScreen } from '@/features/domains/setup/name-screen';

export const Route = createFileRoute('/dashboard/domains/new')({
  component: NameScreen,
});

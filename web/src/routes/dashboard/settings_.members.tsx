import { createFileRoute } from '@tanstack/react-router';
import { MembersScreen } from '@/features/members/members-screen';

export const Route = createFileRoute('/dashboard/settings_/members')({
  component: MembersScreen,
});
